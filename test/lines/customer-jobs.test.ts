import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { deactivateCustomerInstances } from '../../lambdas/lines/deactivate-customer-instances.ts';
import { instancesAtOnce, mergeCustomerInstances } from '../../lambdas/lines/merge-customer-instances.ts';
import { instancesUnder } from '../../lambdas/store/instances/customer-instances.ts';
import { lifecycleJobOf, startJobClause, type JobKind } from '../../lambdas/store/instances/lifecycle-jobs.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { claimItem } from '../../lambdas/store/table/work.ts';
import { plantInstances } from '../../tools/harness/plant-instances.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';

/** A merge takes three commits, of which the last has one instance. */
const total = 2 * instancesAtOnce + 1;

const clock = testClock();
let table: TestTable;
let world: World;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  world = await startWorld(table, clock.now);
});

/** Runs a job as its worker does. @returns whether it ended; null when it was not due */
const work = async (kind: JobKind, customerId: string, until: number): Promise<boolean | null> => {
  const now = clock.now();
  const key = keys.lifecycleJob(world.partner.partnerId, customerId, kind);
  const item = await claimItem(table, key, now, now + 60_000, 'worker');
  if (item === null) return null;
  const run = kind === 'MERGE' ? mergeCustomerInstances : deactivateCustomerInstances;
  return run(world.dispatcher.deps, lifecycleJobOf(item), 'worker', until);
};

const statuses = async (customerId: string): Promise<readonly string[]> =>
  (await instancesUnder(table, world.partner.partnerId, customerId)).map(({ status }) => status);

/** How many of the customer's instances neither moved nor ended. */
const left = async (customerId: string): Promise<number> =>
  (await statuses(customerId)).filter((status) => status !== 'inactive').length;

/** Starts the deactivation of a customer in the background. */
const startDeactivation = (customerId: string): Promise<void> => {
  const { partnerId } = world.partner;
  const cause = { origin: 'api', actor: { type: 'partner_key', id: 'key' }, requestId: 'request' } as const;
  const job = { kind: 'DEACTIVATE', partnerId, customerId, total, cause, reason: null } as const;
  const left = { idempotencyKey: null, deregister: false, finished: false, cursor: null };
  return commit(table, [startJobClause(table, { ...job, ...left }, customerId, clock.now(), null)]);
};

describe('a job on the instances of a customer', () => {
  it.each<[JobKind, number]>([
    ['MERGE', instancesAtOnce],
    ['DEACTIVATE', 4],
  ])('%s stops at its time after %d, is due at once, and ends with the next worker', async (kind, batch) => {
    const [customer, target] = [await world.customer('C-1'), await world.customer('C-2')];
    await plantInstances(table, world.partner.partnerId, customer, total);
    if (kind === 'DEACTIVATE') await startDeactivation(customer);
    else
      await world.command('POST', 'merge-partner-customers', {
        source_customer_id: customer,
        target_customer_id: target,
      });
    expect(await work(kind, customer, clock.now())).toBe(false);
    expect(await left(customer)).toBe(total - batch);
    expect(await work(kind, customer, clock.now() + 1)).toBe(true);
    expect(await left(customer)).toBe(0);
    expect(await work(kind, customer, clock.now() + 1)).toBeNull();
  });

  it('lets the customer be reactivated when it is over, and not before', async () => {
    const customer_id = await world.customer('C-1');
    await world.command('POST', 'deactivate-partner-customer', { customer_id });
    await plantInstances(table, world.partner.partnerId, customer_id, total);
    await startDeactivation(customer_id);
    expect(await work('DEACTIVATE', customer_id, clock.now())).toBe(false);
    const early = await world.command('POST', 'reactivate-partner-customer', { customer_id });
    expect([early.status, early.body]).toMatchObject([
      409,
      { error: { code: 'invalid_state', details: { state: 'inactive' } } },
    ]);
    expect(await work('DEACTIVATE', customer_id, clock.now() + 1)).toBe(true);
    expect(await left(customer_id)).toBe(0);
    expect((await world.command('POST', 'reactivate-partner-customer', { customer_id })).status).toBe(200);
  });

  it('is not over while an instance fails by an error of ours', async () => {
    const customer = await world.customer('C-1');
    const instance = await world.instance(customer, 'line');
    await world.connect(instance, '88000001', 'waba-1');
    await startDeactivation(customer);
    const fault = new Error('the budget cannot be read');
    world.platform.fail = () => {
      throw fault;
    };
    await expect(work('DEACTIVATE', customer, clock.now() + 1)).rejects.toBe(fault);
    world.platform.fail = () => null;
    clock.pass(60_000);
    expect(await work('DEACTIVATE', customer, clock.now() + 1)).toBe(true);
    expect(await statuses(customer)).toEqual(['inactive']);
  });
});
