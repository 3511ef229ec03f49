import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '../../lambdas/runtime/clock.ts';
import { nextPassAt } from '../../lambdas/domain/template-sync.ts';
import { readHead } from '../../lambdas/store/templates/head.ts';
import { beginUnasked } from '../../lambdas/template-sync/begin-pass.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { runners } from '../../lambdas/template-sync/runners.ts';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { freshId, syncOf, TemplateScene } from '../../tools/harness/template-scene.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());
beforeEach(() => scenery.control({ clear_calls: true }));

const minute = 60_000;
const hour = 60 * minute;

const pagesAsked = async (wabaId: string): Promise<number> =>
  (await scenery.state()).calls.filter(({ path }) => path === `/${wabaId}/message_templates`).length;

const newAccount = async (): Promise<{ scene: TemplateScene; wabaId: string; instanceId: string }> => {
  const scene = await TemplateScene.start(scenery);
  const wabaId = freshId();
  return { scene, wabaId, instanceId: await scene.connectedInstance(wabaId) };
};

const waitFor = async ({ scene, wabaId }: { scene: TemplateScene; wabaId: string }): Promise<number> => {
  const { nextPassAt: at } = await readHead(scenery.table, scene.partnerId, wabaId);
  return at === null ? Infinity : at - scenery.clock.now();
};

describe('syncs of one business account', () => {
  test('are one sync, however many callers request it at once', async () => {
    const { scene, wabaId } = await newAccount();
    const asked = await Promise.all(
      Array.from({ length: 8 }, (_, index) => scene.refresh({ waba_id: wabaId, force: index === 0 })),
    );
    // A later caller with `force` has to wait.
    const answered = asked.filter(({ status }) => status !== 429);
    expect(new Set(answered.map((reply) => syncOf(reply).id)).size).toBe(1);
    await scene.settle();
    expect(await pagesAsked(wabaId)).toBe(1);
  });

  test('are each done by one worker, whoever receives the hint, and however often', async () => {
    const { scene, wabaId } = await newAccount();
    await scene.refresh({ waba_id: wabaId });
    const [hint] = await scene.dueNow('sync');
    if (hint === undefined) throw new Error('nothing is due');
    const until = scenery.clock.now() + minute;
    await Promise.all(Array.from({ length: 4 }, () => runWork(runners(scene.deps, until), hint)));
    await runWork(runners(scene.deps, until), hint);
    expect(await pagesAsked(wabaId)).toBe(1);
  });

  test('never run concurrently: a second request joins the running sync', async () => {
    const { scene, wabaId } = await newAccount();
    const asked = syncOf(await scene.refresh({ waba_id: wabaId }));
    await beginUnasked(scene.deps, scene.partnerId, wabaId, 'schedule');
    await beginUnasked(scene.deps, scene.partnerId, wabaId, 'platform');
    expect(await scene.latest(wabaId)).toEqual(asked);
    await scene.settle();
    expect(await pagesAsked(wabaId)).toBe(1);
    await beginUnasked(scene.deps, scene.partnerId, wabaId, 'platform');
    expect(await scene.latest(wabaId)).toMatchObject({ trigger: 'platform', status: 'queued' });
  });
});

describe('the schedule', () => {
  test('runs a first sync within an hour of the connection, and then one every 3 h', async () => {
    const account = await newAccount();
    const { scene, wabaId } = account;
    const first = await waitFor(account);
    expect(first).toBeGreaterThanOrEqual(hour / 4);
    expect(first).toBeLessThanOrEqual(hour);
    scenery.clock.pass(first);
    await scene.settle();
    expect(await scene.latest(wabaId)).toMatchObject({ trigger: 'schedule', status: 'succeeded' });
    for (let time = 2; time <= 4; time += 1) {
      const wait = await waitFor(account);
      expect(Math.abs(wait - 3 * hour)).toBeLessThanOrEqual(0.31 * hour);
      scenery.clock.pass(wait - 1);
      await scene.settle();
      expect(await pagesAsked(wabaId)).toBe(time - 1);
      scenery.clock.pass(1);
      await scene.settle();
      expect(await pagesAsked(wabaId)).toBe(time);
    }
  });

  test('counts from the latest sync, whoever requested it', async () => {
    const account = await newAccount();
    await account.scene.pass(account.wabaId);
    expect(await waitFor(account)).toBeGreaterThan(2.6 * hour);
  });

  test('spreads the syncs of business accounts that were connected at the same time', () => {
    const now = Date.UTC(2030, 0, 1);
    const times = Array.from({ length: 1_000 }, () => nextPassAt(newId(now), now) - now);
    const tenths = new Set(times.map((time) => Math.floor((time / hour - 2.7) / 0.06)));
    expect(tenths.size).toBe(10);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(2.7 * hour);
    expect(Math.max(...times)).toBeLessThanOrEqual(3.3 * hour);
  });

  test('ends with the last instance, and begins again with the next', async () => {
    const account = await newAccount();
    const { scene, wabaId, instanceId } = account;
    await scene.pass(wabaId);
    const gone = await scene.service.call('DELETE', {
      query: { route: 'deactivate-partner-instance', instance_id: instanceId },
    });
    expect(gone.status).toBe(200);
    scenery.clock.pass(4 * hour);
    await scene.settle();
    expect(await pagesAsked(wabaId)).toBe(1);
    expect(await waitFor(account)).toBe(Infinity);
    await scene.connectedInstance(wabaId);
    expect(await waitFor(account)).toBeLessThanOrEqual(hour);
  });
});
