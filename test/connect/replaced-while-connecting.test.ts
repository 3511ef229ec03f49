import { expect, test } from '@jest/globals';
import { minute } from '../../lambdas/kernel/time.ts';
import { readInstanceOfNumber } from '../../lambdas/store/instances/connected-numbers.ts';
import { mortal } from '../mortal.ts';
import type { Link, Scene } from '../../tools/harness/connect-scene.ts';
import type { Scenery } from '../../tools/harness/connect-scenery.ts';
import { withScenes } from './suite-scene.ts';

let scenery: Scenery;
let scene: Scene;
withScenes((...started) => {
  [scene, scenery] = started;
});

const dying = async (link: Link, effect: number): Promise<void> => {
  await scene.comeBack(link, await scene.signUp(link), mortal(scene.deps, { effect, when: 'before' }).deps);
};

/** Lets the workers of both sessions continue, until neither is due. */
const settle = async (links: readonly Link[]): Promise<void> => {
  for (let rounds = 0; rounds < 20; rounds += 1) {
    scenery.clock.pass(5 * minute);
    for (const link of links) await scene.resume(link);
  }
};

/** A session whose worker died with the number's callback set, and the one that replaced it, whose worker died without a token. */
const replaced = async (): Promise<{ readonly first: Link; readonly next: Link; readonly number: string }> => {
  const first = await scene.newInstance();
  await dying(first, beforeReadBack);
  const { progress } = await scene.session(first);
  expect(progress?.step).toBe('callback_set');
  const next = await scene.invite(first.instanceId, 'connect');
  await dying(next, 3);
  expect((await scene.instance(first)).instance.status).toBe('connecting');
  // The former session's worker continues while the line is connecting.
  scenery.clock.pass(minute + 1_000);
  await scene.resume(first);
  return { first, next, number: progress?.phone_number_id ?? '' };
};

/** The effects of a worker up to the callback's recorded step. */
const beforeReadBack = 16;

const callbackOf = async (number: string): Promise<unknown> =>
  (await scenery.state()).numbers.find(({ id }) => id === number)?.webhook_configuration['phone_number'];

test('a number of a replaced session is released when the next session opens again', async () => {
  const { first, next, number } = await replaced();
  await settle([next, first]);
  expect((await scene.instance(next)).instance).toMatchObject({
    status: 'awaiting_connection',
    platform_phone_number_id: null,
    callback: { state: 'none' },
  });
  expect(await readInstanceOfNumber(scenery.table, number)).toBeNull();
  expect(await callbackOf(number)).toBeUndefined();
  expect(await scene.session(first)).toMatchObject({ progress: null, busyUntil: null });
});

test('a number of a replaced session stays when the next session connects it', async () => {
  const { first, next, number } = await replaced();
  await scene.resume(next);
  await scene.connect(next, { number });
  await settle([next, first]);
  expect((await scene.instance(next)).instance).toMatchObject({
    status: 'connected',
    platform_phone_number_id: number,
    callback: { state: 'active' },
  });
  expect(await callbackOf(number)).toBeDefined();
  expect(await scene.session(first)).toMatchObject({ progress: null, busyUntil: null });
});
