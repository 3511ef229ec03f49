import { z } from 'zod';
import type { SignInClient } from './directory.ts';

/** A valid request of a client that a user signs in. */
export interface AuthorizationRequest {
  readonly client: SignInClient;
  readonly redirectUri: string;
  /** Of PKCE, by S256. */
  readonly challenge: string;
  readonly state: string | undefined;
}

type ReadRequest =
  | { readonly kind: 'valid'; readonly request: AuthorizationRequest }
  /** The browser must not be sent to the address in the request. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The client gets its error at this address. */
  | { readonly kind: 'returned'; readonly location: string };

const Query = z.object({
  response_type: z.literal('code'),
  // The base64url of 32 bytes.
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.literal('S256'),
  scope: z
    .string()
    .refine((scope) => scope.split(' ').includes('openid'), 'must include openid')
    .optional(),
});

/** The address that the browser is sent back to. */
export const returnTo = (
  redirectUri: string,
  state: string | undefined,
  parameters: Readonly<Record<string, string>>,
): string => {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
};

/**
 * Reads the query of `/oauth2/authorize`. PKCE is required, as for every client without a secret:
 * https://www.rfc-editor.org/rfc/rfc9700#section-2.1.1
 */
export const readAuthorizationRequest = (clients: readonly SignInClient[], query: URLSearchParams): ReadRequest => {
  const client = clients.find(({ clientId }) => clientId === query.get('client_id'));
  if (client === undefined) return { kind: 'refused', message: 'client_id is not a client of the user pool.' };
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!client.callbackUrls.includes(redirectUri)) {
    return { kind: 'refused', message: 'redirect_uri is not one of the callback URLs of the client.' };
  }
  const state = query.get('state') ?? undefined;
  const parsed = Query.safeParse(Object.fromEntries(query));
  if (parsed.success) {
    return { kind: 'valid', request: { client, redirectUri, challenge: parsed.data.code_challenge, state } };
  }
  const [issue] = parsed.error.issues;
  const description = `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`;
  const refusal = { error: 'invalid_request', error_description: description };
  return { kind: 'returned', location: returnTo(redirectUri, state, refusal) };
};
