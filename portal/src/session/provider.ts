import * as oauth from 'oauth4webapi';
import type { Settings } from '../boot/settings.ts';
import { validUntil, type OwnTokens } from './tokens.ts';

/** The calls to the sign-in service: OAuth 2.0's authorisation code flow with PKCE, of OpenID Connect. */

/** What is remembered while the member is at the pages of sign-in. */
export interface Departure {
  readonly state: string;
  readonly verifier: string;
  /** Where the member wanted to go. */
  readonly path: string;
}

export interface Provider {
  /** The address of the pages of sign-in. */
  readonly authorizeUrl: (departure: Departure) => Promise<string>;
  /** @throws when the answer of sign-in is not the one to this departure, or is an error */
  readonly exchange: (returned: URL, departure: Departure) => Promise<OwnTokens>;
  /** @throws SessionEnded when the refresh token is no longer valid */
  readonly renew: (tokens: OwnTokens) => Promise<OwnTokens>;
  readonly revoke: (tokens: OwnTokens) => Promise<void>;
  readonly signOutUrl: () => string;
}

/** The member must sign in again. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
}

const isLoopback = (url: string): boolean => ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/** Seconds by which the clocks may differ. */
const tolerance = 600;

const serverOf = ({ signInUrl, issuer }: Settings): oauth.AuthorizationServer => ({
  issuer,
  authorization_endpoint: `${signInUrl}/oauth2/authorize`,
  token_endpoint: `${signInUrl}/oauth2/token`,
  revocation_endpoint: `${signInUrl}/oauth2/revoke`,
});

export const openProvider = (settings: Settings, redirectUri: string, now: () => number): Provider => {
  const { signInUrl, clientId } = settings;
  const server = serverOf(settings);
  const client: oauth.Client = { client_id: clientId, [oauth.clockTolerance]: tolerance };
  // Deprecated only to stand out: the local stack has no certificate that browsers trust.
  // oxlint-disable-next-line typescript/no-deprecated
  const options = { [oauth.allowInsecureRequests]: isLoopback(signInUrl) };

  const tokensOf = (answer: oauth.TokenEndpointResponse, refreshToken: string): OwnTokens => {
    const claims = oauth.getValidatedIdTokenClaims(answer);
    if (answer.id_token === undefined || claims === undefined) throw new Error('sign-in gave no ID token');
    return {
      idToken: answer.id_token,
      refreshToken: answer.refresh_token ?? refreshToken,
      subject: claims.sub,
      validUntil: validUntil(claims, now()),
    };
  };

  return {
    authorizeUrl: async ({ state, verifier }) => {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope: 'openid email',
        redirect_uri: redirectUri,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return `${signInUrl}/oauth2/authorize?${query.toString()}`;
    },
    exchange: async (returned, { state, verifier }) => {
      const checked = oauth.validateAuthResponse(server, client, returned, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        checked,
        redirectUri,
        verifier,
        options,
      );
      const answer = await oauth.processAuthorizationCodeResponse(server, client, response, { requireIdToken: true });
      return tokensOf(answer, '');
    },
    renew: async ({ refreshToken }) => {
      const response = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options);
      try {
        return tokensOf(await oauth.processRefreshTokenResponse(server, client, response), refreshToken);
      } catch (error) {
        if (error instanceof oauth.ResponseBodyError) throw new SessionEnded(error.error, { cause: error });
        throw error;
      }
    },
    revoke: async ({ refreshToken }) => {
      await oauth.revocationRequest(server, client, oauth.None(), refreshToken, options);
    },
    signOutUrl: () =>
      `${signInUrl}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: redirectUri }).toString()}`,
  };
};

export const newDeparture = (path: string): Departure => ({
  state: oauth.generateRandomState(),
  verifier: oauth.generateRandomCodeVerifier(),
  path,
});
