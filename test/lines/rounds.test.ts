import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { day, second } from '../../lambdas/kernel/time.ts';
import { refreshInstances } from '../../lambdas/lines/refresh-instances.ts';
import type { PlatformClient } from '../../lambdas/platform/client.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { waba } from '../callbacks/corpus-lines.ts';
import { CorpusScene } from '../callbacks/corpus-scene.ts';

let scene: CorpusScene;
beforeAll(async () => {
  scene = await CorpusScene.start();
});
afterAll(() => scene.stop());
beforeEach(async () => {
  await scene.reset();
  scene.clock.pass((await scene.readsAt()) - scene.clock.now());
});

const round = (milliseconds: number, platform: PlatformClient = scene.platform): Promise<void> => {
  const deps = { ...scene.deps, platform };
  const until = scene.clock.now() + milliseconds;
  return runWork(
    { instanceWatch: (work) => refreshInstances(deps, work, until) },
    keys.instanceWatch(scene.partnerId, waba),
  );
};

/** The numbers that the platform was asked about since the last look. */
const asked = (): readonly string[] => {
  const paths = scene.platform.calls.splice(0).map((call) => call.split('/')[1] ?? '');
  return [...new Set(paths)];
};

/** A platform that takes ten seconds for each answer. A line takes two. */
const slow: PlatformClient = {
  call: (request) => {
    scene.clock.pass(10 * second);
    return scene.platform.call(request);
  },
};

test('a round stops at its time, and the next goes on with the lines that are left', async () => {
  const began = scene.clock.now();
  await round(20 * second, slow);
  const [first, ...more] = asked();
  expect(more).toEqual([]);
  expect(await scene.readsAt()).toBe(began + 20 * second);
  await round(60 * second, slow);
  const others = asked();
  expect(others).toHaveLength(2);
  expect(others).not.toContain(first);
  expect(await scene.readsAt()).toBeGreaterThan(scene.clock.now());
});

test('a round that fails by an error of ours is not over', async () => {
  const failing: PlatformClient = { call: () => Promise.reject(new Error('the budget cannot be read')) };
  await expect(round(60 * second, failing)).rejects.toThrow('the budget cannot be read');
  await scene.read();
  expect(asked()).toHaveLength(3);
});

test('a round without time leaves its warnings of tokens to the next', async () => {
  const { connection } = (await scene.record('line')).instance;
  const token_expires_at = new Date(scene.clock.now() + 5 * day).toISOString();
  for (const name of ['line', 'other'] as const)
    await scene.change(name, { connection: { ...connection, token_expires_at } });
  await round(0);
  expect([await scene.notifications(), asked()]).toEqual([[], []]);
  await round(60 * second);
  expect(await scene.notifications()).toHaveLength(2);
  expect(asked()).toHaveLength(3);
});
