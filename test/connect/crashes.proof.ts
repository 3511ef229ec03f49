import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ConnectDeps } from '../../lambdas/connect/connect-deps.ts';
import { sessionStatusOf } from '../../lambdas/connect/session-status.ts';
import { mortal, type Death } from '../mortal.ts';
import { newScene, type Link, type Scene } from '../../tools/harness/connect-scene.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';

let scenery: Scenery;
let scene: Scene;

beforeAll(async () => {
  scenery = await startScenery();
  scene = await newScene(scenery);
  // A window returns to the service with the SDK alone.
  scene.launch = 'sdk';
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

/** A way in which an end customer brings a connection about. */
interface Way {
  /** What happens before the worker begins. @returns what the browser sends then */
  readonly prepare: (link: Link) => Promise<(deps: ConnectDeps) => Promise<unknown>>;
  /** The effects of a worker that does not crash. */
  readonly effects: number;
  /** How many of them come before the token is recorded: a crash among them needs another sign-up. */
  readonly signUpEffects: number;
}

/** What the background and the end customer do until the session has ended. @returns the sign-ups that were necessary */
const carryOn = async (link: Link, { prepare }: Way): Promise<number> => {
  let signUps = 0;
  for (let round = 0; round < 10; round += 1) {
    const record = await scene.session(link);
    if (record.busyUntil === null && record.session.status !== 'open') return signUps;
    if (record.session.status === 'open') {
      signUps += 1;
      await (
        await prepare(link)
      )(deps());
    } else if (record.progress?.asks != null) {
      await answer(link)(deps());
    } else {
      scenery.clock.pass(lease);
      await scene.resume(link, deps());
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
    connection: { last_error: null },
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

const everyDeath = (effects: number): readonly Death[] =>
  Array.from({ length: effects }, (_, index) => index + 1).flatMap((effect) => [
    { effect, when: 'before' as const },
    { effect, when: 'after' as const },
  ]);

const deps = (): ConnectDeps => ({ ...scene.deps, terms: { withHistory: true, region: null } });

const returning =
  (choice: Record<string, string>): Way['prepare'] =>
  async (link) => {
    const code = await scene.signUp(link, choice);
    return (worker) => scene.comeBack(link, code, worker);
  };

const pin = '482913';
const lastNumber = async (): Promise<string> => (await scenery.state()).numbers.at(-1)?.id ?? '';

/** Answers the question of a link. */
const answer =
  (link: Link) =>
  async (worker: ConnectDeps): Promise<unknown> => {
    const asks = (await scene.session(link)).progress?.asks;
    await scene.open(link);
    return asks?.kind === 'choice'
      ? scene.sendForm(link, 'choose', { number: asks.options[0]?.phone_number_id ?? '' }, worker)
      : scene.sendForm(link, 'pin', { pin }, worker);
  };

const ways: Readonly<Record<string, Way>> = {
  'the return from the dialog': { prepare: returning({}), effects: 18, signUpEffects: 3 },
  'the end of a window': {
    prepare: async (link) => {
      await scene.open(link);
      const returned = await scene.signUpInWindow();
      return (worker) => scene.sendForm(link, 'finish', returned, worker);
    },
    effects: 18,
    signUpEffects: 3,
  },
  'the return with a number of the business app': {
    prepare: returning({ coexistence: '1' }),
    effects: 20,
    signUpEffects: 3,
  },
  'the choice of a number': {
    prepare: async (link) => {
      const code = await scene.signUp(link);
      const last_onboarded_time = '2023-08-22T19:05:53+0000';
      await scenery.control({ number: { id: await lastNumber(), last_onboarded_time } });
      await scene.comeBack(link, code);
      return answer(link);
    },
    effects: 16,
    signUpEffects: 0,
  },
  'the PIN of a number': {
    prepare: async (link) => {
      const code = await scene.signUp(link);
      const id = await lastNumber();
      await scenery.control({ number: { id, pin: { state: 'other', value: pin } } });
      const body = { error: { code: 100, message: 'Invalid parameter' } };
      await scenery.control({ fault: { method: 'POST', path: `/${id}`, skip: 1, times: 1, status: 400, body } });
      await scene.comeBack(link, code);
      return answer(link);
    },
    effects: 9,
    signUpEffects: 0,
  },
};

/** Processes one connection with a worker that crashes. */
const live = async (link: Link, way: Way, death: Death | null): Promise<readonly string[]> => {
  const send = await way.prepare(link);
  await scenery.control({ clear_calls: true });
  const worker = mortal(deps(), death);
  await send(worker.deps);
  return worker.effects;
};

describe('a worker that crashes', () => {
  test.each(Object.entries(ways))(
    'at any point of %s is followed by one that completes it, with at most one call repeated',
    async (_name, way) => {
      const whole = await scene.newInstance();
      const effects = await live(whole, way, null);
      await expectConnected(whole);
      const needed = await countCalls();
      expect(effects).toHaveLength(way.effects);
      for (const death of everyDeath(effects.length)) {
        const link = await scene.newInstance();
        await live(link, way, death);
        const signUps = await carryOn(link, way);
        await expectConnected(link);
        const isLost =
          death.effect < way.signUpEffects || (death.effect === way.signUpEffects && death.when === 'before');
        expect([death, signUps]).toEqual([death, isLost ? 1 : 0]);
        const calls = await countCalls();
        for (const [call, times] of calls)
          expect([death, call, times <= (needed.get(call) ?? 0) + 1]).toEqual([death, call, true]);
        expect([...calls.keys()].toSorted()).toEqual([...needed.keys()].toSorted());
      }
    },
  );
});
