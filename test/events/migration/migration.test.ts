import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newInstance, type Instance } from '../../../lambdas/domain/instance.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { commit } from '../../../lambdas/store/table/commit.ts';
import { instanceClauses, readInstance } from '../../../lambdas/store/instances/instances.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { queryAll } from '../../../lambdas/store/table/query.ts';
import { readWebhookEndpoint, webhookEndpointClause } from '../../../lambdas/store/webhooks/webhook-endpoints.ts';
import { type TestClock } from '../../../tools/harness/test-clock.ts';
import { verdictOf } from '../../api/replies.ts';
import { type TestPartner } from '../../../tools/harness/service.ts';
import { startTestTable, type TestTable } from '../../../tools/harness/test-table.ts';
import { phoneOf } from './connected-instances.ts';
import { refusal, type FakePlatform } from './fake-platform.ts';
import { migrationOf, type ShownMigration } from './shown-migration.ts';
import { startMigrationScene, url, type MigrationScene } from './migration-scene.ts';

let table: TestTable;
let scene: MigrationScene;
let partner: TestPartner;
let platform: FakePlatform;
let clock: TestClock;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  scene = await startMigrationScene(table);
  ({ partner, platform, clock } = scene);
});

const connect: MigrationScene['connect'] = (...given) => scene.connect(...given);
const call: MigrationScene['call'] = (...given) => scene.call(...given);
const update: MigrationScene['update'] = (...given) => scene.update(...given);
const shown: MigrationScene['shown'] = (...given) => scene.shown(...given);
const work: MigrationScene['work'] = (...given) => scene.work(...given);

const instanceOf = async ({ id }: Instance): Promise<Instance | undefined> =>
  (await readInstance(table, partner.partnerId, id))?.instance;
describe('a migration', () => {
  test('sets the callback of every connected instance and reads it back, newest instance first', async () => {
    const instances = await connect(12);
    const begun = migrationOf(await update());
    expect(begun).toMatchObject({ status: 'running', total: 12, done: 0, failed: 0, finished_at: null });
    const newestFirst = instances.map(({ id }) => id).toReversed();
    expect(begun.items.map((item) => [item.instance_id, item.status])).toEqual(
      newestFirst.map((id) => [id, 'pending']),
    );
    expect((await shown()).items).toEqual(begun.items);
    await work(begun.id);
    const ended = await shown();
    expect(ended).toMatchObject({ status: 'completed', total: 12, done: 12, failed: 0 });
    expect(ended.items).toEqual(
      newestFirst.map((id) => ({ instance_id: id, status: 'done', attempts: 1, error_code: null })),
    );
    expect(new Set(platform.callbacks.values())).toEqual(new Set([url]));
    expect(platform.calls).toHaveLength(24);
    const [moved] = instances;
    if (moved === undefined) throw new Error('no instance');
    expect((await instanceOf(moved))?.callback).toMatchObject({ state: 'active', last_error: null });
  });

  test('does not touch instances that are not connected', async () => {
    const now = clock.now();
    const id = newId(now);
    const described = { id, instance_key: id, partner_customer_id: newId(now), instance_name: null, metadata: {} };
    const record = { instance: newInstance(described, now), revision: 1, sealedToken: null, busyUntil: null };
    await commit(table, instanceClauses(table, partner.partnerId, record, null));
    expect(migrationOf(await update())).toMatchObject({ status: 'completed', total: 0 });
    expect(platform.calls).toEqual([]);
  });

  test('pages its instances', async () => {
    await connect(7);
    const { id, items } = migrationOf(await update());
    await work(id);
    const ids = items.map((item) => item.instance_id);
    const pages = [1, 2, 3, 4].map((page) => shown({ page: String(page), page_size: '3' }));
    const listed = (await Promise.all(pages)).map((page) => page.items.map((item) => item.instance_id));
    expect(listed).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6), []]);
  });

  test('records failures, ends as partial and notifies the members; a retry processes only the failed instances', async () => {
    const instances = await connect(5);
    platform.intervene = (phone, method) =>
      phone === phoneOf(3) && method === 'POST' ? refusal('permission') : undefined;
    const { id } = migrationOf(await update());
    await work(id);
    expect(await shown()).toMatchObject({ status: 'partial', total: 5, done: 4, failed: 1 });
    expect((await shown()).items[1]).toEqual({
      instance_id: instances[3]?.id,
      status: 'failed',
      attempts: 1,
      error_code: 'permission',
    });
    const notifications = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.notification(partner.partnerId, '').pk },
    });
    const failed = notifications.filter(({ kind }) => kind === 'callbacks_not_moved');
    const facts = { failed: 1, total: 5 };
    expect(failed).toMatchObject([{ severity: 'warning', facts, entity: { type: 'webhook_migration', id } }]);
    platform.intervene = () => undefined;
    platform.calls.length = 0;
    const retried = await call('POST', 'retry-partner-webhook-migration');
    expect(retried.status).toBe(202);
    expect(migrationOf(retried)).toMatchObject({ id, status: 'running', done: 4, failed: 0 });
    expect(migrationOf(retried).items[1]).toMatchObject({ status: 'pending', attempts: 1 });
    await work(id);
    expect(await shown()).toMatchObject({ status: 'completed', done: 5, failed: 0 });
    expect((await shown()).items[1]).toMatchObject({ status: 'done', attempts: 2, error_code: null });
    expect(platform.calls).toEqual([`POST ${phoneOf(3)}`, `GET ${phoneOf(3)}`]);
    const again = await call('POST', 'retry-partner-webhook-migration');
    expect([again.status, migrationOf(again).status]).toEqual([200, 'completed']);
  });

  test('fails when no instance could be moved; a callback that differs when read back counts as a failure', async () => {
    const [moved] = await connect(1);
    if (moved === undefined) throw new Error('no instance');
    platform.intervene = (phone, method) => {
      if (method === 'GET') platform.callbacks.set(phone, 'https://elsewhere.example/');
      return undefined;
    };
    const { id } = migrationOf(await update());
    await work(id);
    expect(await shown()).toMatchObject({ status: 'failed', done: 0, failed: 1 });
    expect((await instanceOf(moved))?.callback).toMatchObject({ state: 'drifted', last_error: { code: 'unknown' } });
  });

  test('is superseded by a newer update and records the instances that were not processed', async () => {
    await connect(25);
    const first = migrationOf(await update());
    let moved = 0;
    let second: ShownMigration | undefined;
    platform.intervene = async () => {
      moved += 1;
      // In the middle of the second batch of instances.
      if (moved === 25) second = migrationOf(await update('https://hooks.example/newer'));
      return undefined;
    };
    await work(first.id);
    expect(second).toMatchObject({ status: 'running', total: 25, done: 0 });
    const old = await shown({ migration_id: first.id });
    expect(old).toMatchObject({ status: 'superseded', total: 25, done: 10, failed: 0 });
    const counts = Map.groupBy(old.items, ({ status }) => status);
    expect([counts.get('done')?.length, counts.get('superseded')?.length]).toEqual([10, 15]);
    const retried = await call('POST', 'retry-partner-webhook-migration', { migration_id: first.id });
    expect([retried.status, migrationOf(retried).status]).toEqual([200, 'superseded']);
    // Its worker has stopped and recorded that: the new migration need not wait for the lease to expire.
    await work(second?.id ?? '');
    expect(await shown()).toMatchObject({ id: second?.id, status: 'completed', done: 25 });
    expect(new Set(platform.callbacks.values())).toEqual(new Set(['https://hooks.example/newer']));
  });

  test('that failed in part is superseded by a newer update, with the instances that were not moved', async () => {
    await connect(3);
    platform.intervene = (phone, method) =>
      phone === phoneOf(1) && method === 'POST' ? refusal('permission') : undefined;
    const { id: migration_id } = migrationOf(await update());
    await work(migration_id);
    expect(await shown()).toMatchObject({ status: 'partial' });
    await update('https://hooks.example/newer');
    const { status, items } = await shown({ migration_id });
    expect([status, items.map((item) => item.status).toSorted()]).toEqual([
      'superseded',
      ['done', 'done', 'superseded'],
    ]);
    const retried = await call('POST', 'retry-partner-webhook-migration', { migration_id });
    expect([retried.status, migrationOf(retried).status]).toEqual([200, 'superseded']);
  });

  test('that was retried just before a newer update ends as superseded, and moves nothing', async () => {
    await connect(1);
    const { id } = migrationOf(await update());
    const endpoint = await readWebhookEndpoint(table, partner.partnerId);
    if (endpoint === null) throw new Error('no endpoint');
    const newer = { ...endpoint, migration_id: newId(clock.now()), revision: endpoint.revision + 1 };
    await commit(table, [webhookEndpointClause(table, partner.partnerId, newer)]);
    await work(id);
    expect(await shown({ migration_id: id })).toMatchObject({ status: 'superseded', done: 0 });
    expect(platform.calls).toEqual([]);
  });

  test('does not begin while the worker of the previous migration may still be running', async () => {
    await connect(1);
    const first = migrationOf(await update());
    const stuck = Promise.withResolvers<undefined>();
    const reached = Promise.withResolvers<undefined>();
    platform.intervene = () => {
      reached.resolve(undefined);
      return stuck.promise;
    };
    const old = work(first.id);
    await reached.promise;
    const second = migrationOf(await update('https://hooks.example/newer'));
    await work(second.id);
    expect(await shown()).toMatchObject({ id: second.id, status: 'running', done: 0 });
    stuck.resolve(undefined);
    await old;
    platform.intervene = () => undefined;
    await work(second.id);
    expect(await shown()).toMatchObject({ status: 'completed', done: 1 });
    expect(platform.callbacks.get(phoneOf(0))).toBe('https://hooks.example/newer');
  });

  test('continues after its worker died, and after it ran out of time', async () => {
    await connect(30);
    const { id } = migrationOf(await update());
    await work(id, clock.now());
    expect(await shown()).toMatchObject({ status: 'running', done: 0 });
    let calls = 0;
    platform.intervene = () => {
      calls += 1;
      return calls === 33 ? new Error('killed') : undefined;
    };
    await expect(work(id)).rejects.toThrow('killed');
    expect(await shown()).toMatchObject({ status: 'running', done: 10 });
    await work(id);
    expect(await shown()).toMatchObject({ done: 10 });
    clock.pass(90_000);
    await work(id);
    expect(await shown()).toMatchObject({ status: 'completed', done: 30, failed: 0 });
  });

  test('pauses when the budget of the platform is spent or too little time is left, and continues with the rest', async () => {
    await connect(12);
    platform.intervene = (phone) =>
      phone === phoneOf(5) ? refusal('throttled', 600) : phone === phoneOf(6) ? refusal('out_of_time') : undefined;
    const { id } = migrationOf(await update());
    await work(id);
    expect(await shown()).toMatchObject({ status: 'running', done: 10, failed: 0 });
    expect(platform.calls).toHaveLength(22);
    platform.intervene = () => undefined;
    await work(id);
    expect(await shown()).toMatchObject({ done: 10 });
    clock.pass(600_000);
    await work(id);
    expect(await shown()).toMatchObject({ status: 'completed', done: 12 });
  });

  test('removes the callback again from an instance that was deactivated meanwhile', async () => {
    const [moved] = await connect(1);
    if (moved === undefined) throw new Error('no instance');
    const { id } = migrationOf(await update());
    platform.intervene = async (_, method) => {
      if (method !== 'POST' || platform.calls.length > 1) return undefined;
      const record = await readInstance(table, partner.partnerId, moved.id);
      if (record === null) throw new Error('no instance');
      const instance = { ...record.instance, status: 'deactivating' as const };
      await commit(
        table,
        instanceClauses(
          table,
          partner.partnerId,
          { ...record, instance, revision: record.revision + 1 },
          record.instance,
        ),
      );
      return undefined;
    };
    await work(id);
    expect(await shown()).toMatchObject({ status: 'completed', done: 1 });
    expect(platform.callbacks.get(phoneOf(0))).toBeUndefined();
    expect((await instanceOf(moved))?.status).toBe('deactivating');
  });
});

test('a migration that does not exist is not found', async () => {
  expect(verdictOf(await call('GET', 'get-partner-webhook-migration'))).toBe('404 not_found');
});
