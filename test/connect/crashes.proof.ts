import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sessionStatusOf } from '../../lambdas/connect/session-status.ts';
import { mortal, type Death } from '../mortal.ts';
import { newScene, type Link, type Scene } from '../../tools/harness/connect-scene.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';

let scenery: Scenery;
let scene: Scene;

beforeAll(async () => {
  scenery = await startScenery();
  scene = await newScene(scenery);
});
afterAll(() => scenery.stop());
beforeEach(() => scenery.control({ clear: true, clear_calls: true }));

const lease = 61_000;

/** The number of calls of each kind, whatever the ids in them. */
const countCalls = async (): Promise<Map<string, number>> => {
  const { calls, wabas, numbers } = await scenery.state();
  const counts = new Map<string, number>();
  for (const { method, path, query } of calls) {
    const [, id = '', ...edge] = path.split('/');
    const node = wabas.some((waba) => waba.id === id) ? 'WABA' : numbers.some((one) => one.id === id) ? 'NUMBER' : id;
    const fields = query['fields']?.includes('webhook_configuration') === true ? '?webhook_configuration' : '';
    const name = `${method} /${[node, ...edge].join('/')}${fields}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
};

/** What the background and the end customer do until the session has ended. */
const carryOn = async (link: Link, choice: Record<string, string>): Promise<number> => {
  let signUps = 0;
  for (let round = 0; round < 10; round += 1) {
    const record = await scene.session(link);
    if (record.busyUntil === null && record.session.status !== 'open') return signUps;
    if (record.session.status === 'open') {
      signUps += 1;
      await scene.connect(link, choice);
    } else {
      scenery.clock.pass(lease);
      await scene.resume(link);
    }
  }
  throw new Error('the session came to no end');
};

const expectConnected = async (link: Link): Promise<void> => {
  const { instance } = await scene.instance(link);
  expect(instance).toMatchObject({
    status: 'connected',
    slot_state: 'occupied',
    callback: { state: 'active', last_error: null },
  });
  const record = await scene.session(link);
  expect([sessionStatusOf(record, scenery.clock.now()), record.progress, record.busyUntil]).toEqual([
    'completed',
    null,
    null,
  ]);
  expect(await scene.callbackOf(instance.platform_phone_number_id ?? '')).toBe(scene.endpointUrl);
  expect(await scene.timesConnected(link)).toBe(1);
};

/** Processes one sign-up with a worker that crashes, and then with others. */
const live = async (link: Link, choice: Record<string, string>, death: Death | null): Promise<readonly string[]> => {
  const code = await scene.signUp(link, choice);
  await scenery.control({ clear_calls: true });
  const worker = mortal(scene.deps, death);
  await scene.comeBack(link, code, worker.deps);
  return worker.effects;
};

const everyDeath = (effects: number): readonly Death[] =>
  Array.from({ length: effects }, (_, index) => index + 1).flatMap((effect) => [
    { effect, when: 'before' as const },
    { effect, when: 'after' as const },
  ]);

describe('a worker that crashes', () => {
  test('at any point of connecting is followed by one that completes it, with at most one call repeated', async () => {
    const whole = await scene.newInstance();
    const effects = await live(whole, {}, null);
    await expectConnected(whole);
    const needed = await countCalls();
    expect(effects).toHaveLength(18);
    for (const death of everyDeath(effects.length)) {
      const link = await scene.newInstance();
      await live(link, {}, death);
      const signUps = await carryOn(link, {});
      await expectConnected(link);
      // Another sign-up is necessary only before the token was recorded.
      expect(signUps).toBe(death.effect <= 3 && !(death.effect === 3 && death.when === 'after') ? 1 : 0);
      const calls = await countCalls();
      for (const [call, times] of calls)
        expect([death, call, times <= (needed.get(call) ?? 0) + 1]).toEqual([death, call, true]);
      expect([...calls.keys()].toSorted()).toEqual([...needed.keys()].toSorted());
    }
  });
});
