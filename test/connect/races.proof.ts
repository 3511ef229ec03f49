import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readInstanceOfNumber } from '../../lambdas/store/instances/connected-numbers.ts';
import { readSlots } from '../../lambdas/store/instances/slots.ts';
import { everyMoment, overtaken } from './meanwhile.ts';
import { newScene, type Link, type Scene } from '../../tools/harness/connect-scene.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';

let scenery: Scenery;
let scene: Scene;

beforeAll(async () => {
  scenery = await startScenery();
  scene = await newScene(scenery);
});
afterAll(() => scenery.stop());
beforeEach(async () => {
  await scenery.control({ clear: true, clear_calls: true });
  // Earlier connections would change the counts of each test.
  for (const { id } of (await scenery.state()).numbers) await scenery.control({ number: { id, deleted: true } });
});

/** The number of platform calls in a successful sign-up. */
const calls = 10;

const numbersWithCallback = async (): Promise<readonly string[]> =>
  (await scenery.state()).numbers
    .filter(({ webhook_configuration: set }) => set['phone_number'] !== undefined)
    .map(({ id }) => id);

const outcome = async (link: Link) => {
  const [{ instance, sealedToken }, record] = await Promise.all([scene.instance(link), scene.session(link)]);
  return {
    session: record.session.status,
    progress: record.progress,
    instance: instance.status,
    number: instance.platform_phone_number_id,
    callback: instance.callback.state,
    hasToken: sealedToken !== null,
    entries: await scene.timesConnected(link),
  };
};

describe('two browsers', () => {
  test('that return with one code make one connection', async () => {
    const link = await scene.newInstance({ success_url: 'https://partner.example/done' });
    const code = await scene.signUp(link);
    const answers = await Promise.all([scene.comeBack(link, code), scene.comeBack(link, code)]);
    const targets = answers.map(({ headers }) => String(headers?.['location']));
    expect(targets.filter((target) => target.startsWith('https://partner.example/done?'))).toHaveLength(1);
    expect(targets).toContain(`/connect/${link.token}/progress`);
    expect(await outcome(link)).toMatchObject({ session: 'completed', instance: 'connected', entries: 1 });
    const { calls: made } = await scenery.state();
    expect(made.filter(({ path }) => path === '/oauth/access_token')).toHaveLength(1);
    expect(made.filter(({ path }) => path.endsWith('/register'))).toHaveLength(1);
  });

  test('that cancel and return end in one of both states', async () => {
    for (let round = 0; round < 6; round += 1) {
      const link = await scene.newInstance();
      const code = await scene.signUp(link);
      const [cancelled] = await Promise.all([scene.press(link, 'cancel'), scene.comeBack(link, code)]);
      const ended = await outcome(link);
      if (ended.session === 'cancelled') {
        expect(ended).toEqual({
          session: 'cancelled',
          progress: null,
          instance: 'awaiting_connection',
          number: null,
          callback: 'none',
          hasToken: false,
          entries: 0,
        });
      } else {
        expect(ended).toMatchObject({ session: 'completed', instance: 'connected', entries: 1 });
        expect(cancelled.headers?.['location']).toBe(`/connect/${link.token}/progress`);
      }
    }
  });

  test('can both open the link, and each start leads to the sign-up', async () => {
    const link = await scene.newInstance();
    const started = await Promise.all([1, 2].map(() => scene.press(link, 'start')));
    expect(started.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
    expect(await outcome(link)).toMatchObject({ session: 'open', instance: 'awaiting_connection' });
  });
});

describe('an instance that is deactivated while it is being connected', () => {
  test('ends without leftovers, whenever that happens', async () => {
    for (const moment of everyMoment(calls)) {
      const link = await scene.newInstance();
      const before = await readSlots(scenery.table, scene.partnerId);
      const worker = overtaken(scene.deps, moment, () =>
        scene.command('deactivate-partner-instance', { instance_id: link.instanceId }),
      );
      await scene.comeBack(link, await scene.signUp(link), worker);
      const ended = await outcome(link);
      expect([moment, ended]).toEqual([
        moment,
        {
          session: 'revoked',
          progress: null,
          instance: 'inactive',
          number: ended.number,
          callback: ended.number === null ? 'none' : 'removed',
          hasToken: false,
          entries: 0,
        },
      ]);
      expect([moment, await numbersWithCallback()]).toEqual([moment, []]);
      if (ended.number !== null) expect(await readInstanceOfNumber(scenery.table, ended.number)).toBeNull();
      expect((await readSlots(scenery.table, scene.partnerId)).taken).toBe(before.taken - 1);
    }
  });
});

describe('a session that is replaced while it is being connected', () => {
  test('ends without leftovers, and the new session is open', async () => {
    for (const moment of everyMoment(calls)) {
      const link = await scene.newInstance();
      let next: Link | undefined;
      const worker = overtaken(scene.deps, moment, async () => {
        next = await scene.invite(link.instanceId, 'connect');
      });
      await scene.comeBack(link, await scene.signUp(link), worker);
      expect([moment, await outcome(link)]).toEqual([
        moment,
        {
          session: 'revoked',
          progress: null,
          instance: 'awaiting_connection',
          number: null,
          callback: 'none',
          hasToken: false,
          entries: 0,
        },
      ]);
      expect([moment, await numbersWithCallback()]).toEqual([moment, []]);
      expect((await scene.session(next ?? link)).session.status).toBe('open');
    }
  });

  test('does not touch the connection that the new session made meanwhile, of the same number or another', async () => {
    for (const moment of everyMoment(calls)) {
      for (const sameNumber of [true, false]) {
        const link = await scene.newInstance();
        const code = await scene.signUp(link);
        let next = link;
        const worker = overtaken(scene.deps, moment, async () => {
          const chosen = (await scenery.state()).numbers.at(-1)?.id ?? '';
          next = await scene.invite(link.instanceId, 'connect');
          await scene.connect(next, sameNumber ? { number: chosen } : {});
        });
        await scene.comeBack(link, code, worker);
        const ended = await outcome(next);
        expect([moment, sameNumber, ended]).toMatchObject([
          moment,
          sameNumber,
          { session: 'completed', instance: 'connected', callback: 'active', hasToken: true, entries: 1 },
        ]);
        expect((await scene.session(link)).session.status).toBe('revoked');
        expect([moment, await numbersWithCallback()]).toEqual([moment, [ended.number]]);
        expect(await readInstanceOfNumber(scenery.table, ended.number ?? '')).toBe(link.instanceId);
        await scene.command('deactivate-partner-instance', { instance_id: link.instanceId });
      }
    }
  });
});
