import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { readBody } from '@swift-worker/loopback/exchange.ts';
import { readAuthorizationRequest, returnTo, type AuthorizationRequest } from './authorization-request.ts';
import type { Directory } from './directory.ts';
import { createExpiring } from './expiring.ts';
import type { Grants } from './grants.ts';
import { policyFor, refusalPage, signInPage, style, stylePath } from './page.ts';
import { answerClient, exchange, revoke } from './token-endpoints.ts';

/** Answers a request, or returns false and leaves it to others. */
type SignIn = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** As long as Cognito's: https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-endpoints.html */
const sessionMilliseconds = 3_600_000;
const formLimit = 64 * 1024;

/** Browsers send a cookie of 127.0.0.1 to every port, so its name has the port. */
const cookieOf = ({ socket }: IncomingMessage): string => `sign-in-${socket.localPort ?? 0}`;

const readCookie = (request: IncomingMessage): string => {
  const prefix = `${cookieOf(request)}=`;
  const cookies = (request.headers.cookie ?? '').split('; ');
  return cookies.find((cookie) => cookie.startsWith(prefix))?.slice(prefix.length) ?? '';
};

const setCookie = (request: IncomingMessage, session: string): string =>
  `${cookieOf(request)}=${session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${session === '' ? 0 : sessionMilliseconds / 1000}`;

const redirect = (response: ServerResponse, location: string, headers: OutgoingHttpHeaders = {}): void => {
  response
    .writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', ...headers })
    .end();
};

const sendPage = (response: ServerResponse, status: number, body: string, targets: readonly string[]): void => {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyFor(targets),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
};

const sendStyle = (response: ServerResponse): void => {
  response
    .writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'x-content-type-options': 'nosniff' })
    .end(style);
};

type Show = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => Promise<void> | void;

/** Calls `go` with a valid request, and answers others itself. */
const withRequest = async (
  directory: Directory,
  query: URLSearchParams,
  response: ServerResponse,
  go: (asked: AuthorizationRequest) => Promise<void>,
): Promise<void> => {
  const read = readAuthorizationRequest(directory.clients(), query);
  switch (read.kind) {
    case 'valid':
      return go(read.request);
    case 'refused':
      sendPage(response, 400, refusalPage(read.message), []);
      return;
    case 'returned':
      redirect(response, read.location);
  }
};

/** The user who has signed in, if there is still one. */
const usernameOf = async (
  directory: Directory,
  signedIn: string | undefined,
  { client }: AuthorizationRequest,
): Promise<string | undefined> => {
  const users = signedIn === undefined ? [] : await directory.users(client.clientId);
  return users.find(({ username }) => username === signedIn)?.username;
};

/** The pages and what their forms send, by method and path. */
const pagesOf = (directory: Directory, grants: Grants, now: () => number): ReadonlyMap<string, Show> => {
  const sessions = createExpiring<{ readonly username: string }>(now);

  const sendBack = (
    response: ServerResponse,
    asked: AuthorizationRequest,
    username: string,
    headers: OutgoingHttpHeaders = {},
  ): void => {
    const code = grants.code(asked, username);
    redirect(response, returnTo(asked.redirectUri, asked.state, { code }), headers);
  };

  const authorize = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> =>
    withRequest(directory, query, response, async (asked) => {
      const username = await usernameOf(directory, sessions.get(readCookie(request))?.username, asked);
      if (username === undefined) redirect(response, `/login?${query.toString()}`);
      else sendBack(response, asked, username);
    });

  const showLogin = (response: ServerResponse, query: URLSearchParams): Promise<void> =>
    withRequest(directory, query, response, async (asked) => {
      const users = await directory.users(asked.client.clientId);
      sendPage(response, 200, signInPage(asked, users, query), [new URL(asked.redirectUri).origin]);
    });

  const logIn = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> =>
    withRequest(directory, query, response, async (asked) => {
      const form = new URLSearchParams((await readBody(request, formLimit)).toString('utf8'));
      const users = await directory.users(asked.client.clientId);
      const user = users.find(({ username }) => username === form.get('username'));
      if (user === undefined) {
        sendPage(response, 400, refusalPage('There is no such user.'), []);
        return;
      }
      const session = sessions.add({ username: user.username }, now() + sessionMilliseconds);
      sendBack(response, asked, user.username, { 'set-cookie': setCookie(request, session) });
    });

  const logOut = (request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void => {
    const client = directory.clients().find(({ clientId }) => clientId === query.get('client_id'));
    const target = query.get('logout_uri') ?? '';
    if (client?.logoutUrls.includes(target) !== true) {
      sendPage(response, 400, refusalPage('logout_uri is not one of the sign-out URLs of the client.'), []);
      return;
    }
    sessions.take(readCookie(request));
    redirect(response, target, { 'set-cookie': setCookie(request, '') });
  };

  return new Map<string, Show>([
    ['GET /oauth2/authorize', authorize],
    ['GET /login', (_, response, query) => showLogin(response, query)],
    ['POST /login', logIn],
    ['GET /logout', logOut],
    [
      `GET ${stylePath}`,
      (_, response) => {
        sendStyle(response);
      },
    ],
  ]);
};

/**
 * The managed login of a user pool, without passwords: the page has a button for each user. A sign-in lasts an hour in
 * the browser, as with Cognito. https://docs.aws.amazon.com/cognito/latest/developerguide/managed-login-endpoints.html
 * @param grants its codes and refresh tokens @param now milliseconds since the epoch
 */
export const createSignIn = (directory: Directory, grants: Grants, now: () => number): SignIn => {
  const pages = pagesOf(directory, grants, now);

  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/oauth2/token') {
      await answerClient(directory, request, response, (form) => exchange(directory, grants, form));
    } else if (pathname === '/oauth2/revoke') {
      await answerClient(directory, request, response, (form) => revoke(directory, grants, form));
    } else {
      const show = pages.get(`${request.method ?? ''} ${pathname}`);
      if (show === undefined) return false;
      await show(request, response, query);
    }
    return true;
  };
};
