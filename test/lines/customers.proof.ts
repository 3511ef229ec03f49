import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PlatformError } from '../../lambdas/platform/errors.ts';
import { deactivateCustomerInstances } from '../../lambdas/lines/deactivate-customer-instances.ts';
import { instancesAtOnce, mergeCustomerInstances } from '../../lambdas/lines/merge-customer-instances.ts';
import { claimItem } from '../../lambdas/store/table/work.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { instancesUnder } from '../../lambdas/store/instances/customer-instances.ts';
import { lifecycleJobOf, type JobKind } from '../../lambdas/store/instances/lifecycle-jobs.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { plantInstances } from '../../tools/harness/plant-instances.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';

let table: TestTable;
let world: World;

beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table);
});
afterAll(() => table.stop());
beforeEach(() => {
  world.platform.fail = () => null;
});

let count = 0;
const someone = (): Promise<string> => world.customer(`C-${(count += 1)}`);
const shown = async (customer: string): Promise<Record<string, unknown>> =>
  (await world.query('get-partner-customer', { customer_id: customer })).body['customer'] as Record<string, unknown>;
const merge = (source: string, target: string, key?: string) =>
  world.command(
    'POST',
    'merge-partner-customers',
    { source_customer_id: source, target_customer_id: target, reason: 'same company' },
    key,
  );

/** Runs a job as a worker does, as long as `until` permits. */
const workOn = async (customer: string, kind: JobKind, until: number): Promise<boolean> => {
  const now = Date.UTC(2030, 0, 2, 5);
  const key = keys.lifecycleJob(world.partner.partnerId, customer, kind);
  const item = await claimItem(table, key, now, now + 60_000, `worker-${now}`);
  if (item === null) throw new Error('the job is not due');
  const work = kind === 'MERGE' ? mergeCustomerInstances : deactivateCustomerInstances;
  return work(world.dispatcher.deps, lifecycleJobOf(item), `worker-${now}`, until);
};

describe('merge-partner-customers', () => {
  it('moves the instances of a small source to the target in one commit', async () => {
    const [source, target] = [await someone(), await someone()];
    const id = await world.instance(source, 'merge-1');
    const merged = await merge(source, target, 'key-merge-01');
    expect(merged.status).toBe(200);
    expect(merged.body).toMatchObject({
      customer: { customer_id: target, instance_count: 1 },
      source_customer: { customer_id: source, status: 'merged', merged_into: target },
      merge: { status: 'completed', moved: 1, total: 1 },
    });
    expect((await merge(source, target, 'key-merge-01')).text).toBe(merged.text);
    expect((await merge(source, target)).body['merge']).toEqual({ status: 'completed', moved: 1, total: 1 });
    expect((await world.query('get-partner-instance', { instance_id: id })).body['instance']).toMatchObject({
      partner_customer_id: target,
    });
    for (const customer of [source, target]) {
      const history = (await world.query('get-partner-customer-history', { customer_id: customer })).body['items'] as {
        event: string;
      }[];
      expect(history.filter(({ event }) => event === 'customer_merged')).toHaveLength(1);
    }
  });

  it('refuses invalid merges', async () => {
    const [source, target, third] = [await someone(), await someone(), await someone()];
    expect((await merge(source, source)).status).toBe(400);
    await merge(source, target);
    expect((await merge(source, third)).body).toMatchObject({
      error: { code: 'customer_merged', details: { merged_into: target } },
    });
    expect((await merge(third, source)).body).toMatchObject({ error: { code: 'customer_merged' } });
    const update = await world.command('PATCH', 'update-partner-customer', {
      customer_id: source,
      changes: { customer_name: 'New' },
    });
    expect(update.body).toMatchObject({ error: { code: 'customer_merged', details: { merged_into: target } } });
  });

  it('shows 5,000 instances at the target from the commit on, while they are rewritten, read and written', async () => {
    const [source, target] = [await someone(), await someone()];
    const ids = await plantInstances(table, world.partner.partnerId, source, 5_000);
    const begun = await merge(source, target);
    expect(begun.status).toBe(202);
    expect(begun.body['merge']).toEqual({ status: 'in_progress', moved: 0, total: 5_000 });
    const reader = { done: false };
    const reads: unknown[] = [];
    const reading = (async () => {
      while (!reader.done) {
        const [instances, one] = await Promise.all([
          world.query('list-partner-instances', { customer_id: target, page_size: '1' }),
          world.query('get-partner-instance', { instance_id: ids[reads.length % ids.length] ?? '' }),
        ]);
        reads.push([instances.body['total'], (one.body['instance'] as Record<string, unknown>)['partner_customer_id']]);
        await world.command('PATCH', 'update-partner-instance-label', {
          instance_id: ids[reads.length * 7] ?? '',
          instance_name: `Label ${reads.length}`,
        });
      }
    })();
    // The first worker stops after one batch, the second completes the merge.
    expect(await workOn(source, 'MERGE', 0)).toBe(false);
    expect((await merge(source, target)).body['merge']).toMatchObject({
      status: 'in_progress',
      total: 5_000,
      moved: instancesAtOnce,
    });
    expect(await workOn(source, 'MERGE', Infinity)).toBe(true);
    reader.done = true;
    await reading;
    expect(reads.length).toBeGreaterThan(3);
    expect(new Set(reads.map((read) => JSON.stringify(read)))).toEqual(new Set([JSON.stringify([5_000, target])]));
    expect(await instancesUnder(table, world.partner.partnerId, source)).toEqual([]);
    expect(
      new Set((await instancesUnder(table, world.partner.partnerId, target)).map(({ instanceId }) => instanceId)),
    ).toEqual(new Set(ids));
    expect((await merge(source, target)).body['merge']).toEqual({ status: 'completed', moved: 5_000, total: 5_000 });
    expect(await shown(target)).toMatchObject({ instance_count: 5_000, instances_truncated: true });
  });
});

describe('deactivate-partner-customer', () => {
  it('deactivates all instances, and a reactivated customer has none of them', async () => {
    const customer = await someone();
    const [one, two] = [await world.instance(customer, 'down-1'), await world.instance(customer, 'down-2')];
    await world.connect(two, '9001', 'waba-9');
    const down = await world.command('DELETE', 'deactivate-partner-customer', {
      partner_customer_id: customer,
      reason: 'left',
    });
    expect(down.status).toBe(200);
    expect(down.body).toMatchObject({
      customer: { status: 'inactive' },
      lifecycle: { status: 'completed', total: 2, completed: 2, failed: 0 },
    });
    expect(await shown(customer)).toMatchObject({
      status: 'inactive',
      lifecycle: { status: 'completed' },
      slot: { state: 'free' },
    });
    for (const id of [one, two]) {
      expect((await world.query('get-partner-instance', { instance_id: id })).body['instance']).toMatchObject({
        status: 'inactive',
        slot_state: 'released',
      });
    }
    const again = await world.command('POST', 'deactivate-partner-customer', { partner_customer_id: customer });
    expect(again.body['lifecycle']).toMatchObject({ status: 'already_inactive' });
    const instance = await world.command('POST', 'create-customer-instance', {
      partner_customer_id: customer,
      instance_key: 'late',
    });
    expect(instance.body).toMatchObject({ error: { code: 'invalid_state' } });
    const back = await world.command('POST', 'reactivate-partner-customer', { partner_customer_id: customer });
    expect(back.body['customer']).toMatchObject({ status: 'active', deactivated_at: null });
    expect(await shown(customer)).toMatchObject({ lifecycle: null });
  });

  it('stays incomplete while a removal fails, and continues from there', async () => {
    const customer = await someone();
    const [bad, good] = [await world.instance(customer, 'half-1'), await world.instance(customer, 'half-2')];
    await world.connect(bad, '9101', 'waba-9');
    await world.connect(good, '9102', 'waba-9');
    world.platform.fail = (call) =>
      call.includes('9101') ? new PlatformError({ kind: 'permission', code: 10, message: 'no' }) : null;
    const half = await world.command('POST', 'deactivate-partner-customer', { partner_customer_id: customer });
    expect(half.status).toBe(409);
    expect(half.body).toMatchObject({
      error: {
        code: 'remote_removal_failed',
        details: { lifecycle: { status: 'incomplete', total: 2, completed: 1, failed: 1 } },
      },
    });
    world.platform.fail = () => null;
    const whole = await world.command('POST', 'deactivate-partner-customer', { partner_customer_id: customer });
    expect(whole.body['lifecycle']).toEqual({ status: 'completed', total: 1, completed: 1, failed: 0 });
  });

  it('continues in the background when a worker stopped', async () => {
    const customer = await someone();
    await plantInstances(table, world.partner.partnerId, customer, 30);
    const { deps } = world.dispatcher;
    // A slow platform: the clock passes the caller's deadline after the first batch.
    let now = Date.UTC(2030, 0, 2, 4);
    const slow = { ...world.dispatcher, deps: { ...deps, clock: () => (now += 10_000) } };
    const { dispatch } = await import('../../lambdas/api/dispatch.ts');
    const { eventOf } = await import('../../tools/harness/service.ts');
    const response = await dispatch(
      slow,
      eventOf(
        'POST',
        {
          body: { route: 'deactivate-partner-customer', partner_customer_id: customer },
        },
        { apikey: world.apikey, authorization: `Bearer ${world.partner.apiKey}`, 'content-type': 'application/json' },
      ),
    );
    expect(response.statusCode).toBe(202);
    expect(await shown(customer)).toMatchObject({
      status: 'inactive',
      lifecycle: { status: 'in_progress', total: 30 },
    });
    expect(await workOn(customer, 'DEACTIVATE', Infinity)).toBe(true);
    expect(await shown(customer)).toMatchObject({ lifecycle: { status: 'completed', total: 30, completed: 30 } });
  });
});
