import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer } from '../../lambdas/connect/answer.ts';
import { location, seen } from './page-answers.ts';
import { newScene, type Begun, type Link, type Scene } from '../../tools/harness/connect-scene.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';

let scenery: Scenery;
let scene: Scene;

beforeAll(async () => {
  scenery = await startScenery();
  scene = await newScene(scenery);
});
afterAll(() => scenery.stop());

const back = ({ state, cookies }: Begun, code: string): Promise<Answer> =>
  scene.visit('GET', '/connect/callback', { code, state }, scene.deps, cookies);

const refused = [400, 'This sign-up can’t be finished here'];
const isOpen = async (link: Link): Promise<void> => {
  expect((await scene.session(link)).session.status).toBe('open');
  expect((await scene.instance(link)).instance.status).toBe('awaiting_connection');
};

describe('the cookie of a sign-up', () => {
  test('can be set by this host only, is sent over TLS only, and is hidden from scripts', async () => {
    const link = await scene.newInstance();
    const { cookies = [] } = await scene.press(link, 'start');
    // The other one deletes the proof of the page, which is used.
    expect(cookies).toEqual([expect.any(String), expect.stringMatching(/^__Host-connect-page=; Max-Age=0; /)]);
    const [pair = '', ...attributes] = (cookies[0] ?? '').split('; ');
    expect(pair).toMatch(/^__Host-connect-[\w-]+=[\w.-]+$/);
    expect(new Set(attributes)).toEqual(new Set(['Max-Age=86400', 'Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax']));
  });

  test('is stored on the session as a hash', async () => {
    const link = await scene.newInstance();
    await scene.signUp(link);
    const { state, cookies } = scene.begun(link);
    const record = JSON.stringify(await scene.session(link));
    for (const secret of [state, ...(cookies[0] ?? '').split(/[=.]/).slice(1)]) expect(record).not.toContain(secret);
  });

  test('is deleted when the sign-up has ended', async () => {
    const link = await scene.newInstance();
    const { cookies: [gone = ''] = [] } = await scene.connect(link);
    expect(gone).toMatch(/^__Host-connect-[\w-]+=; Max-Age=0; /);
    expect(gone.split('=')[0]).toBe(scene.begun(link).cookies[0]?.split('=')[0]);
  });
});

describe('the return from a sign-up', () => {
  test('is accepted in the browser that began it', async () => {
    const link = await scene.newInstance();
    await scene.connect(link);
    expect((await scene.instance(link)).instance.status).toBe('connected');
  });

  test('is refused in a browser that did not begin it, whatever its state parameter', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    const { state } = scene.begun(link);
    for (const forged of [state, link.token, '', 'x'.repeat(43)]) {
      expect(seen(await back({ state: forged, cookies: [] }, code))).toEqual(refused);
    }
    await isOpen(link);
    // Nothing was consumed: the browser that began it continues.
    expect((await scene.comeBack(link, code)).statusCode).toBe(303);
    expect((await scene.instance(link)).instance.status).toBe('connected');
  });

  test('is refused with the cookie of another link, of another sign-up, or with an invented one', async () => {
    const [link, other] = [await scene.newInstance(), await scene.newInstance()];
    const code = await scene.signUp(link);
    const mine = scene.begun(link);
    await scene.signUp(other);
    const theirs = scene.begun(other);
    const name = mine.cookies[0]?.split('=')[0] ?? '';
    const cookies = [
      theirs.cookies[0] ?? '',
      `${name}=${(theirs.cookies[0] ?? '').split('=')[1] ?? ''}`,
      `${name}=${link.token}.${'x'.repeat(43)}`,
      `${name}=${link.token}`,
    ];
    for (const cookie of cookies)
      expect(seen(await back({ state: mine.state, cookies: [cookie] }, code))).toEqual(refused);
    await isOpen(link);
    await isOpen(other);
  });

  test('is accepted once: a state that returned without a code is not accepted with one', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    const begun = scene.begun(link);
    const declined = await scene.visit(
      'GET',
      '/connect/callback',
      { error: 'access_denied', state: begun.state },
      scene.deps,
      begun.cookies,
    );
    expect(location(declined)).toEqual([303, `/connect/${link.token}?notice=declined`]);
    expect(seen(await back(begun, code))).toEqual(refused);
    await isOpen(link);
  });

  test('is accepted once: no earlier sign-up is accepted after one that returned a code', async () => {
    const link = await scene.newInstance();
    await scene.signUp(link);
    const before = scene.begun(link);
    await scenery.control({ fault: { path: '/oauth/access_token', status: 500, times: 10 } });
    await scene.comeBack(link, await scene.signUp(link));
    await scenery.control({ clear: true });
    expect((await scene.session(link)).session.status).toBe('open');
    expect(seen(await back(before, 'a-code'))).toEqual(refused);
  });

  test('works in two tabs of one browser, whichever returns', async () => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link);
    const first = scene.begun(link);
    await scene.signUp(link);
    expect((await back(first, code)).statusCode).toBe(303);
    expect((await scene.instance(link)).instance.status).toBe('connected');
  });

  test('accepts the last five sign-ups that were begun, and no more', async () => {
    const link = await scene.newInstance();
    const begun: Begun[] = [];
    for (let press = 0; press < 6; press += 1) {
      await scene.signUp(link);
      begun.push(scene.begun(link));
    }
    const [oldest, next] = begun;
    if (oldest === undefined || next === undefined) throw new Error('nothing was begun');
    expect((await scene.session(link)).signUps).toHaveLength(5);
    expect(seen(await back(oldest, 'a-code'))).toEqual(refused);
    expect((await back(next, 'a-code')).statusCode).toBe(303);
  });
});
