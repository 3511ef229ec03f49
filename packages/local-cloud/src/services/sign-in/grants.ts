import { createHash } from 'node:crypto';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { SignInClient } from './directory.ts';
import { createExpiring } from './expiring.ts';

/** https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html */
const codeMilliseconds = 5 * 60_000;

interface Code {
  readonly clientId: string;
  readonly username: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

interface RefreshToken {
  readonly clientId: string;
  readonly username: string;
  /** The first one and all that replace it. */
  readonly family: symbol;
  /** Of the whole family. */
  readonly endsAt: number;
}

/** What a client got a code or a refresh token for. */
export interface Granted {
  readonly username: string;
  /** Undefined: the client keeps its refresh token. */
  readonly refreshToken: string | undefined;
}

/** The codes and refresh tokens of clients. They are in memory only: a restart ends them. */
export interface Grants {
  /** A first refresh token of a user who has signed in otherwise. */
  start(client: SignInClient, username: string): string;
  /** A code, which is valid once. */
  code(request: AuthorizationRequest, username: string): string;
  /** Undefined when the code is unknown, used, expired, of another client or redirect, or for another verifier. */
  redeem(client: SignInClient, code: string, redirectUri: string, verifier: string): Granted | undefined;
  /** Undefined when the token is unknown, expired, revoked, replaced or of another client. */
  refresh(client: SignInClient, refreshToken: string): Granted | undefined;
  /** Revokes a refresh token with all that replaced it. @returns false when it is of another client */
  revoke(client: SignInClient, refreshToken: string): boolean;
}

/** @param now milliseconds since the epoch */
export const createGrants = (now: () => number): Grants => {
  const codes = createExpiring<Code>(now);
  const refreshTokens = createExpiring<RefreshToken>(now);
  const keep = (token: RefreshToken): string => refreshTokens.add(token, token.endsAt);
  const start: Grants['start'] = ({ clientId, refreshMilliseconds }, username) =>
    keep({ clientId, username, family: Symbol(username), endsAt: now() + refreshMilliseconds });
  return {
    start,
    code: ({ client, redirectUri, challenge }, username) =>
      codes.add({ clientId: client.clientId, username, redirectUri, challenge }, now() + codeMilliseconds),
    redeem: (client, code, redirectUri, verifier) => {
      // Taken in any case: a code that was shown to the wrong client is lost.
      const known = codes.take(code);
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      if (known?.clientId !== client.clientId || known.redirectUri !== redirectUri || known.challenge !== challenge)
        return undefined;
      const { username } = known;
      return { username, refreshToken: start(client, username) };
    },
    refresh: ({ clientId, graceMilliseconds }, refreshToken) => {
      const known = refreshTokens.get(refreshToken);
      if (known?.clientId !== clientId) return undefined;
      const { username } = known;
      if (graceMilliseconds === null) return { username, refreshToken: undefined };
      refreshTokens.shorten(refreshToken, now() + graceMilliseconds);
      return { username, refreshToken: keep(known) };
    },
    revoke: ({ clientId }, refreshToken) => {
      const known = refreshTokens.get(refreshToken);
      if (known === undefined) return true;
      if (known.clientId !== clientId) return false;
      refreshTokens.remove(({ family }) => family === known.family);
      return true;
    },
  };
};
