import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyTooLarge, readBody, sendJson } from '@swift-worker/loopback/exchange.ts';
import { z } from 'zod';
import type { Directory, SignInClient, SignInTokens } from './directory.ts';
import type { Granted, Grants } from './grants.ts';

const bodyLimit = 64 * 1024;

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
interface Refusal {
  readonly error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';
  readonly error_description: string;
}

type Form = Readonly<Record<string, string>>;

const refusal = (error: Refusal['error'], description: string): Refusal => ({ error, error_description: description });

const text = z.string('is missing').min(1, 'is missing');
const clientForm = z.object({ client_id: text });
const codeForm = z.object({ code: text, redirect_uri: text, code_verifier: text });
const refreshForm = z.object({ refresh_token: text });
const revocationForm = z.object({ token: text });

const read = <T extends object>(schema: z.ZodType<T>, form: Form): T | Refusal => {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return refusal('invalid_request', `${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is invalid'}.`);
};

const isRefusal = (value: object): value is Refusal => 'error_description' in value;

const clientOf = ({ clients }: Directory, form: Form): SignInClient | Refusal => {
  const given = read(clientForm, form);
  if (isRefusal(given)) return given;
  return (
    clients().find(({ clientId }) => clientId === given.client_id) ??
    refusal('invalid_client', 'client_id is not a client of the user pool.')
  );
};

const Claims = z.object({ exp: z.number(), iat: z.number() });

/** Seconds. */
const validityOf = ({ accessToken }: SignInTokens): number => {
  const [, claims = ''] = accessToken.split('.');
  const { exp, iat } = Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString()));
  return exp - iat;
};

const grant = (grants: Grants, client: SignInClient, form: Form): Granted | Refusal => {
  switch (form['grant_type']) {
    case 'authorization_code': {
      const given = read(codeForm, form);
      if (isRefusal(given)) return given;
      return (
        grants.redeem(client, given.code, given.redirect_uri, given.code_verifier) ??
        refusal('invalid_grant', 'The code is unknown, used or expired, or was issued for another request.')
      );
    }
    case 'refresh_token': {
      const given = read(refreshForm, form);
      if (isRefusal(given)) return given;
      return (
        grants.refresh(client, given.refresh_token) ??
        refusal('invalid_grant', 'The refresh token is unknown, expired, revoked or replaced.')
      );
    }
    case undefined:
    default:
      return refusal('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }
};

/** `/oauth2/token`: https://docs.aws.amazon.com/cognito/latest/developerguide/token-endpoint.html */
export const exchange = async (directory: Directory, grants: Grants, form: Form): Promise<object> => {
  const client = clientOf(directory, form);
  if (isRefusal(client)) return client;
  const granted = grant(grants, client, form);
  if (isRefusal(granted)) return granted;
  const tokens = await directory.issue(client.clientId, granted.username);
  if (tokens === undefined) return refusal('invalid_grant', 'The user is deleted or disabled.');
  return {
    id_token: tokens.idToken,
    access_token: tokens.accessToken,
    ...(granted.refreshToken === undefined ? {} : { refresh_token: granted.refreshToken }),
    expires_in: validityOf(tokens),
    token_type: 'Bearer',
  };
};

/** `/oauth2/revoke`: https://docs.aws.amazon.com/cognito/latest/developerguide/revocation-endpoint.html */
export const revoke = (directory: Directory, grants: Grants, form: Form): Refusal | null => {
  const client = clientOf(directory, form);
  if (isRefusal(client)) return client;
  const given = read(revocationForm, form);
  if (isRefusal(given)) return given;
  if (grants.revoke(client, given.token)) return null;
  return refusal('invalid_request', 'The refresh token was issued to another client.');
};

/** Scripts of the clients' own pages may read the answers. */
const corsOf = ({ clients }: Directory, { headers: { origin } }: IncomingMessage): Record<string, string> => {
  const origins = new Set(clients().flatMap(({ callbackUrls }) => callbackUrls.map((url) => new URL(url).origin)));
  return {
    vary: 'Origin',
    ...(origin !== undefined && origins.has(origin) ? { 'access-control-allow-origin': origin } : {}),
  };
};

/** Answers a client's own call with the result of `act`; null: an empty body. */
export const answerClient = async (
  directory: Directory,
  request: IncomingMessage,
  response: ServerResponse,
  act: (form: Form) => Promise<object> | object | null,
): Promise<void> => {
  const cors = corsOf(directory, request);
  if (request.method === 'OPTIONS') {
    const methods = { 'access-control-allow-methods': 'POST', 'access-control-allow-headers': 'content-type' };
    response.writeHead(204, { ...cors, ...methods }).end();
    return;
  }
  const headers = { ...cors, 'cache-control': 'no-store' };
  if (request.method !== 'POST') {
    sendJson(response, 405, refusal('invalid_request', 'The method must be POST.'), { ...headers, allow: 'POST' });
    return;
  }
  try {
    const body = (await readBody(request, bodyLimit)).toString('utf8');
    const result = await act(Object.fromEntries(new URLSearchParams(body)));
    if (result === null) response.writeHead(200, headers).end();
    else sendJson(response, isRefusal(result) ? 400 : 200, result, headers);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    sendJson(response, 400, refusal('invalid_request', 'The body is too large.'), headers);
  }
};
