import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startScenery, type Scenery } from '../../tools/harness/connect-scenery.ts';
import { syncOf, TemplateScene } from '../../tools/harness/template-scene.ts';
import { errorOf, headerOf, problemsOf, verdictOf } from './replies.ts';

let scenery: Scenery;
beforeAll(async () => {
  scenery = await startScenery();
});
afterAll(() => scenery.stop());

const progress = 'get-partner-platform-template-sync';

const connected = async (...wabaIds: readonly string[]): Promise<TemplateScene> => {
  const scene = await TemplateScene.start(scenery);
  for (const wabaId of wabaIds) await scene.connectedInstance(wabaId);
  return scene;
};

describe('a refresh', () => {
  test('begins a sync, returns a recent one, or joins the running one', async () => {
    const scene = await connected('7020');
    const first = await scene.refresh({});
    expect(first.status).toBe(202);
    expect(syncOf(first)).toMatchObject({ trigger: 'request', status: 'queued', fetched: 0, finished_at: null });
    const young = await scene.refresh({});
    expect([young.status, syncOf(young)]).toEqual([200, syncOf(first)]);
    const early = await scene.refresh({ force: true });
    expect([verdictOf(early), headerOf(early, 'retry-after')]).toEqual(['429 rate_limited', '60']);
    expect(errorOf(early).details).toEqual({ next_allowed_at: syncOf(first).next_allowed_at });
    scenery.clock.pass(60_000);
    const joined = await scene.refresh({ force: true });
    expect([joined.status, syncOf(joined).id]).toEqual([202, syncOf(first).id]);
    await scene.settle();
    expect(syncOf(await scene.refresh({}))).toMatchObject({ id: syncOf(first).id, status: 'succeeded' });
    const second = await scene.refresh({ force: true });
    expect(second.status).toBe(202);
    expect(syncOf(second).id).not.toBe(syncOf(first).id);
    await scene.settle();
    scenery.clock.pass(10 * 60_000 - 1);
    expect((await scene.refresh({ force: false })).status).toBe(200);
    scenery.clock.pass(1);
    expect((await scene.refresh({})).status).toBe(202);
  });

  test('repeated with its key is answered as before, and begins nothing', async () => {
    const scene = await connected('7021');
    const headers = { 'idempotency-key': 'refresh-7021' };
    const first = await scene.refresh({ force: true }, headers);
    await scene.settle();
    scenery.clock.pass(61_000);
    const again = await scene.refresh({ force: true }, headers);
    expect([again.status, again.text, headerOf(again, 'idempotent-replayed')]).toEqual([202, first.text, 'true']);
    expect(verdictOf(await scene.refresh({ force: false }, headers))).toBe('409 idempotency_key_reused');
    expect(await scene.latest('7021')).toMatchObject({ id: syncOf(first).id, status: 'succeeded' });
  });

  test('accepts force as true or false only', async () => {
    const scene = await connected('7022');
    expect(problemsOf(await scene.refresh({ force: 'yes' }))).toMatchObject([{ path: 'force', rule: 'type' }]);
  });

  test('requires the scope to write, and its progress the scope to read', async () => {
    const scene = await connected('7023');
    const bearer = scene.partner.readOnlyKey;
    const body = { route: 'refresh-partner-platform-templates' };
    expect(verdictOf(await scene.service.call('POST', { body, bearer }))).toBe('403 forbidden_scope');
    await scene.refresh({});
    expect((await scene.query(progress, {}, bearer)).status).toBe(200);
  });
});

describe('a sync', () => {
  test('is found by its id alone, and by its id in its business account', async () => {
    const scene = await connected('7031', '7032');
    const stranger = await connected('7033');
    await scene.pass('7031');
    const { id } = await scene.latest('7031');
    expect(syncOf(await scene.query(progress, { sync_id: id }))).toMatchObject({ id, waba_id: '7031' });
    expect(syncOf(await scene.query(progress, { sync_id: id, waba_id: '7031' })).id).toBe(id);
    const wrong = await scene.query(progress, { sync_id: id, waba_id: '7032' });
    expect(verdictOf(wrong)).toBe('400 conflicting_selectors');
    expect(verdictOf(await stranger.query(progress, { sync_id: id }))).toBe('404 not_found');
  });
});
