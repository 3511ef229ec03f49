import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { revised } from '../../lambdas/domain/instance.ts';
import { mergeCustomerInstances } from '../../lambdas/lines/merge-customer-instances.ts';
import { reportingInstances } from '../../lambdas/store/delivery/reporting-instances.ts';
import { instanceClauses, readInstance } from '../../lambdas/store/instances/instances.ts';
import { lifecycleJobOf } from '../../lambdas/store/instances/lifecycle-jobs.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import { claimItem } from '../../lambdas/store/table/work.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { plantInstances } from '../../tools/harness/plant-instances.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { recordCommands, type CommandRecorder } from '../../tools/harness/sent-commands.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const clock = testClock();
let table: TestTable;
let world: World;
let partnerId: string;
let commands: CommandRecorder;

beforeAll(async () => {
  table = await startTestTable();
  commands = recordCommands(table);
  world = await startWorld(table, clock.now);
  partnerId = world.partner.partnerId;
});
afterAll(() => {
  commands.stop();
  return table.stop();
});

let names = 0;
const fresh = (): string => `n${(names += 1)}`;

interface Connected {
  readonly customer: string;
  readonly instance: string;
  readonly number: string;
}

const connected = async (customer: string, number = fresh()): Promise<Connected> => {
  const instance = await world.instance(customer, fresh());
  await world.connect(instance, number, 'w1');
  return { customer, instance, number };
};

/** The result of an environment with an empty cache. */
const found = (number: string) => reportingInstances(table, clock.now).find(partnerId, number);

const move = (instance: string, to: string) =>
  world.command('POST', 'move-partner-instance-to-customer', { instance_id: instance, target_customer_id: to });

const merge = async (source: string, target: string): Promise<number> =>
  (await world.command('POST', 'merge-partner-customers', { source_customer_id: source, target_customer_id: target }))
    .status;

/** Completes the merge of a source. */
const endMerge = async (source: string): Promise<void> => {
  const now = clock.now() + 1_000;
  const item = await claimItem(table, keys.lifecycleJob(partnerId, source, 'MERGE'), now, now + 60_000, 'worker');
  if (item === null) throw new Error('the job is not due');
  await mergeCustomerInstances(world.dispatcher.deps, lifecycleJobOf(item), 'worker', Infinity);
};

describe('the owner of a phone number', () => {
  it('is found by two reads, eventually consistent', async () => {
    const instance = await connected(await world.customer(fresh()));
    const { result, sent } = await commands.during(() => found(instance.number));
    expect(result).toEqual({ instance_id: instance.instance, customer_id: instance.customer });
    expect(sent.map(({ name }) => name).sort()).toEqual(['GetItemCommand', 'QueryCommand']);
    for (const { input } of sent) expect(input).toContain('"ConsistentRead":false');
  });

  it('is the customer that the instance was moved to', async () => {
    const instance = await connected(await world.customer(fresh()));
    const other = await world.customer(fresh());
    await move(instance.instance, other);
    expect(await found(instance.number)).toEqual({ instance_id: instance.instance, customer_id: other });
  });

  it('is the target of a merge, from its commit on and after its end', async () => {
    const [few, many, target] = [
      await world.customer(fresh()),
      await world.customer(fresh()),
      await world.customer(fresh()),
    ];
    const [first, second] = [await connected(few), await connected(many)];
    await plantInstances(table, partnerId, many, 30);
    expect([await merge(few, target), await merge(many, target)]).toEqual([200, 202]);
    const owners = async () => [(await found(first.number))?.customer_id, (await found(second.number))?.customer_id];
    expect(await owners()).toEqual([target, target]);
    await endMerge(many);
    // Longer than a completed merge is kept.
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: { ...keys.merge(partnerId, many) } }));
    expect(await owners()).toEqual([target, target]);
  });

  it('is the owner of the most recently connected instance, when instances that had the number move together', async () => {
    const [source, target] = [await world.customer(fresh()), await world.customer(fresh())];
    const first = await connected(source);
    await world.command('POST', 'deactivate-partner-instance', { instance_id: first.instance });
    const second = await connected(source, first.number);
    expect(await merge(source, target)).toBe(200);
    expect(await found(first.number)).toEqual({ instance_id: second.instance, customer_id: target });
    const third = await world.customer(fresh());
    await move(first.instance, third);
    expect((await found(first.number))?.customer_id).toBe(target);
  });

  it('is the owner of the instance, when the instance has another number now', async () => {
    const created = await connected(await world.customer(fresh()));
    const record = await readInstance(table, partnerId, created.instance);
    if (record === null) throw new Error('no such instance');
    const instance = revised(record.instance, { platform_phone_number_id: fresh() }, clock.now());
    const next = { ...record, instance, revision: record.revision + 1 };
    await commit(table, instanceClauses(table, partnerId, next, record.instance));
    const other = await world.customer(fresh());
    await move(created.instance, other);
    expect((await found(created.number))?.customer_id).toBe(other);
  });

  it('is known at once in the environment that moved the instance, and after ten seconds in the others', async () => {
    const instance = await connected(await world.customer(fresh()));
    const other = await world.customer(fresh());
    const here = world.dispatcher.deps.reportingInstances;
    const elsewhere = reportingInstances(table, clock.now);
    await here.find(partnerId, instance.number);
    await elsewhere.find(partnerId, instance.number);
    await move(instance.instance, other);
    const { result, sent } = await commands.during(() => here.find(partnerId, instance.number));
    expect(result?.customer_id).toBe(other);
    for (const { input } of sent) expect(input).toContain('"ConsistentRead":true');
    clock.pass(10_000);
    expect((await elsewhere.find(partnerId, instance.number))?.customer_id).toBe(other);
  });

  it('is found as soon as the number is connected', async () => {
    const number = fresh();
    const instances = reportingInstances(table, clock.now);
    expect(await instances.find(partnerId, number)).toBeNull();
    const instance = await connected(await world.customer(fresh()), number);
    expect((await instances.find(partnerId, number))?.instance_id).toBe(instance.instance);
  });
});
