import { describe, expect, test } from '@jest/globals';
import { seen } from './page-answers.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const exchanges = async (): Promise<number> =>
  (await scenery.state()).calls.filter(({ path }) => path.endsWith('/oauth/access_token')).length;

const byWindow = async (link: Link, code: string): Promise<void> => {
  scene.launch = 'sdk';
  await scene.press(link, 'finish', { code });
};

/** Returns from a dialog with a made-up code. An ended session begins none. */
const byDialog = async (link: Link, code: string): Promise<void> => {
  const { signUps, session } = await scene.session(link);
  if (session.status === 'open' && signUps.length === 0) await scene.signUp(link);
  await scene.comeBack(link, code);
};

const expectUsedUp = async (link: Link): Promise<void> => {
  expect(await exchanges()).toBe(10);
  expect(await scene.session(link)).toMatchObject({
    session: { status: 'failed', error: { code: 'too_many_attempts' } },
    attempts: 10,
    progress: null,
    busyUntil: null,
  });
  expect((await scene.instance(link)).instance).toMatchObject({
    status: 'awaiting_connection',
    connection: { last_error: { code: 'too_many_attempts' } },
  });
};

describe('a link', () => {
  test.each([
    ['a window', byWindow],
    ['the dialog', byDialog],
  ])(
    'takes ten codes from %s: then its session has failed, and nothing is asked of the platform',
    async (_way, send) => {
      const link = await scene.newInstance();
      for (let attempt = 1; attempt <= 12; attempt += 1) await send(link, `made-up-${attempt}`);
      await expectUsedUp(link);
    },
  );

  test('counts both ways together, and concurrent ones', async () => {
    const link = await scene.newInstance();
    for (let attempt = 1; attempt <= 5; attempt += 1) await byDialog(link, `made-up-${attempt}`);
    scene.launch = 'sdk';
    await scene.open(link);
    for (let round = 1; round <= 8; round += 1) {
      await Promise.all(['a', 'b', 'c'].map((one) => scene.press(link, 'finish', { code: `made-up-${round}${one}` })));
    }
    await expectUsedUp(link);
  });

  test('connects at its tenth code', async () => {
    const link = await scene.newInstance();
    for (let attempt = 1; attempt <= 9; attempt += 1) await byDialog(link, `made-up-${attempt}`);
    await scene.connect(link);
    expect((await scene.instance(link)).instance.status).toBe('connected');
  });

  test('counts an attempt whose answer was lost', async () => {
    const link = await scene.newInstance();
    for (let attempt = 1; attempt <= 9; attempt += 1) await byDialog(link, `made-up-${attempt}`);
    const app = (): Promise<never> => Promise.reject(new Error('the worker died'));
    await scene.signUp(link);
    await scene.comeBack(link, 'made-up-10', { ...scene.deps, app });
    scenery.clock.pass(61_000);
    await scene.resume(link);
    expect((await scene.session(link)).session).toMatchObject({
      status: 'failed',
      error: { code: 'too_many_attempts' },
    });
  });
});

describe('where the stage signs up in the dialog', () => {
  test('the end of a window does not exist', async () => {
    const link = await scene.newInstance();
    await scene.open(link);
    const { code } = await scene.signUpInWindow();
    expect(seen(await scene.sendForm(link, 'finish', { code }))[0]).toBe(404);
    expect(seen(await scene.visit('GET', `/connect/${link.token}/finish`))[0]).toBe(404);
    expect(await exchanges()).toBe(0);
    expect((await scene.session(link)).session.status).toBe('open');
  });
});
