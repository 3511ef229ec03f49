import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import type { Directory, SignInUser } from '@swift-worker/local-cloud/services/sign-in/directory.ts';
import { createGrants } from '@swift-worker/local-cloud/services/sign-in/grants.ts';
import { createSignIn } from '@swift-worker/local-cloud/services/sign-in/sign-in.ts';

export const portal = 'http://127.0.0.1:4510';
export const home = `${portal}/portal/`;
export const otherHome = 'https://other.example/back?kept=1';
export const client = {
  clientId: 'portal',
  callbackUrls: [home, otherHome],
  logoutUrls: [home],
  refreshMilliseconds: 12 * 3_600_000,
  graceMilliseconds: 60_000,
};
/** A client whose refresh tokens are not replaced. */
const lasting = { ...client, clientId: 'lasting', graceMilliseconds: null };
export const ada: SignInUser = { username: 'u-1', email: 'ada@x.example' };
const hostile: SignInUser = { username: 'u-2', email: `"><script>alert('it')</script>@x.example` };

/** What a test may change; each begins with the same. */
export const scene: { users: readonly SignInUser[]; now: number } = { users: [], now: 0 };

/** A token whose claims are not encrypted. */
const tokenOf = (claims: object): string => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
const directory: Directory = {
  clients: () => [client, lasting],
  users: () => Promise.resolve(scene.users),
  issue: (clientId, username) =>
    Promise.resolve(
      scene.users.some((user) => user.username === username)
        ? { idToken: `${clientId} ${username}`, accessToken: tokenOf({ iat: 100, exp: 3_700 }) }
        : undefined,
    ),
};

let server: LoopbackServer;

/** Runs the managed login for the tests of a file. */
export const openSignIn = (): void => {
  beforeAll(async () => {
    const now = (): number => scene.now;
    const signIn = createSignIn(directory, createGrants(now), now);
    server = await startLoopbackServer({
      port: 0,
      log: () => undefined,
      handle: async (request, response) => {
        if (!(await signIn(request, response))) response.writeHead(404).end();
      },
    });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    scene.users = [ada, hostile];
    scene.now = Date.parse('2026-01-02T03:04:05Z');
  });
};

export const port = (): number => server.port;
export const base = (): string => `http://127.0.0.1:${server.port}`;

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

/** The query of a request to sign in. */
export const asking = (changes: Readonly<Record<string, string>> = {}): string =>
  new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: home,
    response_type: 'code',
    scope: 'openid email',
    state: 'the state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  }).toString();

export const get = (path: string, cookie = ''): Promise<Response> =>
  fetch(`${base()}${path}`, { redirect: 'manual', headers: { cookie } });

export const locationOf = (response: Response): URL => new URL(response.headers.get('location') ?? '', base());

/** Presses the button of a user. */
export const press = (username: string, query = asking()): Promise<Response> =>
  fetch(`${base()}/login?${query}`, { method: 'POST', body: new URLSearchParams({ username }), redirect: 'manual' });

export const codeFrom = (response: Response): string => locationOf(response).searchParams.get('code') ?? '';

/** Status and JSON of the answer; null: an empty body. */
export const post = async (path: string, form: Readonly<Record<string, string>>): Promise<[number, unknown]> => {
  const response = await fetch(`${base()}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
};

export const redeem = (code: string, changes: Readonly<Record<string, string>> = {}): Promise<[number, unknown]> =>
  post('/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: client.clientId,
    redirect_uri: home,
    code,
    code_verifier: verifier,
    ...changes,
  });
