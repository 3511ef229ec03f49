import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  ada,
  asking,
  base,
  client,
  codeFrom,
  get,
  openSignIn,
  otherHome,
  portal,
  post,
  press,
  redeem,
  scene,
} from './scene.ts';

openSignIn();

const refresh = (token: string, clientId = client.clientId) =>
  post('/oauth2/token', { grant_type: 'refresh_token', client_id: clientId, refresh_token: token });
const signedIn = async (clientId = client.clientId): Promise<string> => {
  const code = codeFrom(await press(ada.username, asking({ client_id: clientId })));
  const [, answer] = await redeem(code, { client_id: clientId });
  return z.object({ refresh_token: z.string() }).parse(answer).refresh_token;
};
const refreshed = (answer: readonly [number, unknown]): string =>
  z.object({ refresh_token: z.string() }).parse(answer[1]).refresh_token;
const refused = (error: string) => [400, { error, error_description: expect.any(String) }];

describe('a code', () => {
  test('brings tokens, and says how long they are valid', async () => {
    expect(await redeem(codeFrom(await press(ada.username)))).toEqual([
      200,
      {
        id_token: 'portal u-1',
        access_token: expect.any(String),
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
        expires_in: 3_600,
        token_type: 'Bearer',
      },
    ]);
  });

  test('is good once', async () => {
    const code = codeFrom(await press(ada.username));
    expect((await redeem(code))[0]).toBe(200);
    expect(await redeem(code)).toEqual(refused('invalid_grant'));
  });

  test.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
    ['another redirect', { redirect_uri: otherHome }, 'invalid_grant'],
    ['another client', { client_id: 'lasting' }, 'invalid_grant'],
    ['an unknown client', { client_id: 'other' }, 'invalid_client'],
    ['no verifier', { code_verifier: '' }, 'invalid_request'],
    ['no client', { client_id: '' }, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('brings nothing for %s', async (_, changes, error) => {
    expect(await redeem(codeFrom(await press(ada.username)), changes)).toEqual(refused(error));
  });

  test('expires after five minutes', async () => {
    const code = codeFrom(await press(ada.username));
    scene.now += 300_000;
    expect(await redeem(code)).toEqual(refused('invalid_grant'));
  });

  test('brings nothing once the user is gone', async () => {
    const code = codeFrom(await press(ada.username));
    scene.users = [];
    expect(await redeem(code)).toEqual(refused('invalid_grant'));
  });
});

describe('a refresh token', () => {
  test('is replaced with each use, and accepted for another minute', async () => {
    const first = await signedIn();
    const second = refreshed(await refresh(first));
    expect(second).not.toBe(first);
    scene.now += 59_999;
    expect((await refresh(first))[0]).toBe(200);
    scene.now += 1;
    expect(await refresh(first)).toEqual(refused('invalid_grant'));
    expect((await refresh(second))[0]).toBe(200);
  });

  test('ends with the session that it began with, however often it was replaced', async () => {
    let token = await signedIn();
    for (let hour = 0; hour < 11; hour += 1) {
      scene.now += 3_600_000;
      token = refreshed(await refresh(token));
    }
    scene.now += 3_600_000;
    expect(await refresh(token)).toEqual(refused('invalid_grant'));
  });

  test('stays the same for a client without rotation', async () => {
    const token = await signedIn('lasting');
    scene.now += 3_600_000;
    const [status, answer] = await refresh(token, 'lasting');
    expect([status, Object.keys(z.looseObject({}).parse(answer))]).toEqual([
      200,
      ['id_token', 'access_token', 'expires_in', 'token_type'],
    ]);
    expect((await refresh(token, 'lasting'))[0]).toBe(200);
  });

  test('is of its client alone', async () => {
    expect(await refresh(await signedIn(), 'lasting')).toEqual(refused('invalid_grant'));
  });

  test('ends with the user', async () => {
    const token = await signedIn();
    scene.users = [];
    expect(await refresh(token)).toEqual(refused('invalid_grant'));
  });

  test('is revoked with those that it replaced and that replace it', async () => {
    const first = await signedIn();
    const second = refreshed(await refresh(first));
    const other = await signedIn();
    expect(await post('/oauth2/revoke', { client_id: client.clientId, token: first })).toEqual([200, null]);
    for (const token of [first, second]) expect(await refresh(token)).toEqual(refused('invalid_grant'));
    expect((await refresh(other))[0]).toBe(200);
  });

  test.each([
    ['of another client', 'lasting', 'invalid_request'],
    ['by an unknown client', 'other', 'invalid_client'],
  ])('is not revoked %s', async (_, clientId, error) => {
    const token = await signedIn();
    expect(await post('/oauth2/revoke', { client_id: clientId, token })).toEqual(refused(error));
    expect((await refresh(token))[0]).toBe(200);
  });

  test('that is unknown is revoked already', async () => {
    expect(await post('/oauth2/revoke', { client_id: client.clientId, token: 'x' })).toEqual([200, null]);
    expect(await post('/oauth2/revoke', { client_id: client.clientId })).toEqual(refused('invalid_request'));
  });
});

describe.each(['/oauth2/token', '/oauth2/revoke'])('%s', (path) => {
  const allowed = async (method: string, origin: string): Promise<string | null> =>
    (await fetch(`${base()}${path}`, { method, headers: { origin } })).headers.get('access-control-allow-origin');

  test('is read by the pages of the clients only', async () => {
    for (const method of ['OPTIONS', 'POST']) {
      expect(await allowed(method, portal)).toBe(portal);
      expect(await allowed(method, 'https://evil.example')).toBeNull();
    }
  });

  test('is kept by no cache, and takes POST alone', async () => {
    const response = await get(path);
    expect([response.status, response.headers.get('allow'), response.headers.get('cache-control')]).toEqual([
      405,
      'POST',
      'no-store',
    ]);
  });
});
