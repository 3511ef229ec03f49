import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dueBeforeRound } from '../../lambdas/domain/instance-watch.ts';
import { isoOf, minute } from '../../lambdas/kernel/time.ts';
import { changeInstance } from '../../lambdas/lines/change-instance.ts';
import { withoutToken } from '../../lambdas/lines/lose-token.ts';
import { refreshInstance } from '../../lambdas/lines/refresh-instance.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { CorpusScene } from '../callbacks/corpus-scene.ts';

let scene: CorpusScene;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());
beforeEach(() => scene.reset());

const statusOfLine = async (): Promise<string> => (await scene.line('line')).status;

/** A platform with whose first answer something else happens. */
const whileAsked = (change: () => Promise<unknown>): PlatformClient => {
  let changed: Promise<unknown> | undefined;
  return {
    call: async (request) => {
      const answer = await scene.platform.call(request);
      changed ??= change();
      await changed;
      return answer;
    },
  };
};

const lose = async (isTaken = false): Promise<void> => {
  const { deps, partnerId, clock } = scene;
  const record = await scene.record('line');
  const error = { code: 'token_invalid_190' as const, message: 'revoked', at: new Date(clock.now()).toISOString() };
  await changeInstance(deps, partnerId, record, withoutToken(record.instance, { error, isTaken }));
};

const read = async (platform: PlatformClient = scene.platform): Promise<void> => {
  await refreshInstance({ ...scene.deps, platform }, scene.partnerId, await scene.record('line'));
};

test('a line that is lost while the platform answers stays lost until it is asked again', async () => {
  await read(whileAsked(() => lose()));
  expect(await statusOfLine()).toBe('reconnect_required');
  const { instance } = await scene.record('line');
  expect(dueBeforeRound(instance, scene.clock.now())).toBe(scene.clock.now() + 5 * minute);
  await read();
  expect(await statusOfLine()).toBe('connected');
});

test('a lost line that comes back and is lost again while the platform answers stays lost', async () => {
  await lose();
  const again = async (): Promise<void> => {
    await read();
    scene.clock.pass(minute);
    await lose();
  };
  await read(whileAsked(again));
  expect(await statusOfLine()).toBe('reconnect_required');
});

test('a lost line whose access the platform takes away while it answers stays lost', async () => {
  await lose();
  await read(whileAsked(() => lose(true)));
  expect((await scene.record('line')).instance).toMatchObject({
    status: 'reconnect_required',
    access: { taken: true },
  });
});

test('a loss that a callback reports while the platform answers is still looked into', async () => {
  const doubt = { code: 'access_lost' as const, message: 'unsure', at: new Date(scene.clock.now()).toISOString() };
  await read(
    whileAsked(async () => {
      const record = await scene.record('line');
      const access = { ...record.instance.access, doubt };
      await changeInstance(scene.deps, scene.partnerId, record, { access });
    }),
  );
  const { instance } = await scene.record('line');
  expect(instance).toMatchObject({ status: 'connected', access: { doubt } });
  await read();
  expect((await scene.record('line')).instance.access.doubt).toBe(null);
});

test('a refusal from before a later answer is no loss', async () => {
  const refused = new PlatformError({ kind: 'token_invalid', code: 190, message: 'revoked' });
  const refusing = (whileAsked: () => Promise<void>): PlatformClient => ({
    call: async ({ path, answer }) => {
      if (path !== '/debug_token') throw refused;
      scene.clock.pass(minute);
      await whileAsked();
      return answer.parse({ data: { is_valid: false } });
    },
  });
  await read(refusing(read));
  expect(await statusOfLine()).toBe('connected');
  await read(refusing(() => Promise.resolve()));
  expect(await statusOfLine()).toBe('reconnect_required');
});

test('a doubt about a line whose deactivation failed makes no round due', async () => {
  const { instance } = await scene.record('line');
  const doubt = { code: 'token_invalid', message: 'refused', at: isoOf(scene.clock.now()) };
  const doubted = { ...instance, access: { ...instance.access, doubt } };
  expect(dueBeforeRound(doubted, scene.clock.now())).toBe(scene.clock.now() + 5 * minute);
  expect(dueBeforeRound({ ...doubted, status: 'deactivation_failed' }, scene.clock.now())).toBe(Infinity);
});
