import { describe, expect, test } from '@jest/globals';
import {
  ada,
  asking,
  client,
  codeFrom,
  get,
  home,
  locationOf,
  otherHome,
  port,
  portal,
  openSignIn,
  press,
  redeem,
  scene,
} from './scene.ts';

openSignIn();

const cookieFrom = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

describe('the page', () => {
  test('has a button for each user, and takes no name for markup', async () => {
    const response = await get(`/login?${asking()}`);
    const page = await response.text();
    expect([response.status, page.match(/<button/g)?.length]).toEqual([200, 2]);
    expect(page).toContain('>ada@x.example<');
    expect(page).not.toContain('<script');
  });

  test('runs no script, has its styles from this origin, and leads to the client only', async () => {
    const { headers } = await get(`/login?${asking()}`);
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'self'; form-action 'self' ${portal}; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect((await get('/sign-in.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  test('is where a browser without a session is sent, with the whole request', async () => {
    const location = locationOf(await get(`/oauth2/authorize?${asking()}`));
    expect([location.pathname, location.search]).toEqual(['/login', `?${asking()}`]);
  });

  test('leaves other paths to others', async () => {
    expect((await get('/oauth2/other')).status).toBe(404);
  });
});

describe('a request to sign in', () => {
  test.each([
    ['an unknown client', { client_id: 'other' }],
    ['another redirect', { redirect_uri: 'https://evil.example/' }],
    ['a redirect that only begins like an allowed one', { redirect_uri: `${home}more` }],
    ['a redirect without its slash', { redirect_uri: `${portal}/portal` }],
  ])('with %s sends the browser nowhere', async (_, changes) => {
    for (const path of ['/oauth2/authorize', '/login']) {
      const response = await get(`${path}?${asking(changes)}`);
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
    expect((await press(ada.username, asking(changes))).status).toBe(400);
  });

  test.each([
    ['another response_type', { response_type: 'token' }, 'response_type'],
    ['no challenge', { code_challenge: '' }, 'code_challenge'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'code_challenge_method'],
    ['no openid', { scope: 'email' }, 'scope'],
  ])('with %s tells the client', async (_, changes, name) => {
    const { origin, pathname, searchParams } = locationOf(await get(`/oauth2/authorize?${asking(changes)}`));
    expect([`${origin}${pathname}`, searchParams.get('error'), searchParams.get('state')]).toEqual([
      home,
      'invalid_request',
      'the state',
    ]);
    expect(searchParams.get('error_description')).toMatch(new RegExp(`^${name}: `));
  });
});

describe('a press on a button', () => {
  test('brings a code and the state to the client', async () => {
    const location = locationOf(await press(ada.username));
    expect([`${location.origin}${location.pathname}`, location.searchParams.get('state')]).toEqual([home, 'the state']);
    expect(location.searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });

  test('keeps the query of the redirect, and sends no state that was not given', async () => {
    const query = asking({ redirect_uri: otherHome }).replace('&state=the+state', '');
    const { searchParams } = locationOf(await press(ada.username, query));
    expect([...searchParams.keys()]).toEqual(['kept', 'code']);
  });

  test('of somebody who is not there is refused', async () => {
    const response = await press('nobody');
    expect([response.status, response.headers.get('set-cookie')]).toEqual([400, null]);
  });
});

describe('the session', () => {
  test('is in a cookie that no script reads, with the port in its name', async () => {
    const cookie = (await press(ada.username)).headers.get('set-cookie');
    expect(cookie).toMatch(new RegExp(`^sign-in-${port()}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600$`));
  });

  test('answers without the page for an hour', async () => {
    const cookie = cookieFrom(await press(ada.username));
    const code = codeFrom(await get(`/oauth2/authorize?${asking()}`, `other=1; ${cookie}`));
    expect(await redeem(code)).toMatchObject([200, { id_token: 'portal u-1' }]);
    scene.now += 3_600_000;
    expect(locationOf(await get(`/oauth2/authorize?${asking()}`, cookie)).pathname).toBe('/login');
  });

  test('ends with the user', async () => {
    const cookie = cookieFrom(await press(ada.username));
    scene.users = scene.users.filter((user) => user !== ada);
    expect(locationOf(await get(`/oauth2/authorize?${asking()}`, cookie)).pathname).toBe('/login');
  });

  test('ends by the sign-out, which leads back', async () => {
    const cookie = cookieFrom(await press(ada.username));
    const query = new URLSearchParams({ client_id: client.clientId, logout_uri: home }).toString();
    const out = await get(`/logout?${query}`, cookie);
    expect([out.status, out.headers.get('location')]).toEqual([303, home]);
    expect(out.headers.get('set-cookie')).toContain('=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
    expect(locationOf(await get(`/oauth2/authorize?${asking()}`, cookie)).pathname).toBe('/login');
  });

  test.each([
    ['another address', { client_id: 'portal', logout_uri: 'https://evil.example/' }],
    ['an address for sign-in', { client_id: 'portal', logout_uri: otherHome }],
    ['an unknown client', { client_id: 'other', logout_uri: home }],
  ])('stays after a sign-out to %s', async (_, query) => {
    const cookie = cookieFrom(await press(ada.username));
    const out = await get(`/logout?${new URLSearchParams(query).toString()}`, cookie);
    expect([out.status, out.headers.get('location')]).toEqual([400, null]);
    expect(codeFrom(await get(`/oauth2/authorize?${asking()}`, cookie))).not.toBe('');
  });
});
