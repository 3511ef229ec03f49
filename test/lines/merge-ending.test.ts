import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { completed } from '../../lambdas/api/instance-read.ts';
import { isExpectingInstances, isGivingInstances, readMerges } from '../../lambdas/store/customers/merges.ts';
import { instancesOf } from '../../lambdas/store/instances/customer-instances.ts';
import { readInstance } from '../../lambdas/store/instances/instances.ts';
import { keys } from '../../lambdas/store/table/keys.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import type { Reply } from '../../tools/harness/service.ts';
import { plantInstances } from '../../tools/harness/plant-instances.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import { runMerge } from './run-merge.ts';

/** Two batches of a merge in the background. */
const count = 30;

let table: TestTable;
let world: World;

beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table);
});
afterAll(() => table.stop());

const finish = (source: string): Promise<void> => runMerge(table, world, source, Infinity);

/** A table in which the merge of a source ends just before the merges are read for the first time. */
const endingBeforeMergesAreRead = (source: string): Table => {
  const { pk } = keys.merge(world.partner.partnerId, '');
  let isEnded = false;
  const send = async (command: Parameters<Table['client']['send']>[0]): Promise<unknown> => {
    if (!isEnded && command instanceof QueryCommand && command.input.ExpressionAttributeValues?.[':pk'] === pk) {
      isEnded = true;
      await finish(source);
    }
    return table.client.send(command);
  };
  const client = Object.assign(Object.create(table.client) as Table['client'], { send });
  return Object.assign(Object.create(table) as Table, { client });
};

const begun = async (name: string): Promise<{ source: string; target: string; ids: readonly string[] }> => {
  const [source, target] = [await world.customer(`${name}-source`), await world.customer(`${name}-target`)];
  const ids = await plantInstances(table, world.partner.partnerId, source, count);
  const merge = { source_customer_id: source, target_customer_id: target };
  expect((await world.command('POST', 'merge-partner-customers', merge)).status).toBe(202);
  return { source, target, ids };
};

describe('a merge that ends while a call reads', () => {
  it('hides no instance of the target', async () => {
    const { source, target, ids } = await begun('list');
    const instances = await instancesOf(endingBeforeMergesAreRead(source), world.partner.partnerId, target);
    expect(new Set(instances.map(({ instanceId }) => instanceId))).toEqual(new Set(ids));
  });

  it('shows no instance at the source', async () => {
    const { source, target, ids } = await begun('line');
    const record = await readInstance(table, world.partner.partnerId, ids[0] ?? '');
    if (record === null) throw new Error('the instance is not there');
    const read = endingBeforeMergesAreRead(source);
    const { instance } = await completed(read, world.partner.partnerId, record.instance);
    expect(instance.partner_customer_id).toBe(target);
  });
});

it('a completed merge neither adds nor removes instances, and expires', async () => {
  const { source, target } = await begun('ended');
  const { partnerId } = world.partner;
  const merges = await readMerges(table, partnerId);
  expect([isGivingInstances(merges, source), isExpectingInstances(merges, target)]).toEqual([true, true]);
  await finish(source);
  const ended = await readMerges(table, partnerId);
  expect([isGivingInstances(ended, source), isExpectingInstances(ended, target)]).toEqual([false, false]);
  const { Items: items } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk = :sk',
      ExpressionAttributeValues: { ':pk': keys.merge(partnerId, '').pk, ':sk': source },
    }),
  );
  expect(items).toEqual([expect.objectContaining({ ended: true, ttl: expect.any(Number) })]);
});

describe('get-partner-merge', () => {
  const mergeOf = (source: string): Promise<Reply> => world.query('get-partner-merge', { source_customer_id: source });

  it('shows how far a merge in the background is, and then that it is completed', async () => {
    const { source, target } = await begun('shown');
    const merge = { status: 'in_progress', moved: 0, total: count };
    expect(await mergeOf(source)).toMatchObject({ status: 200, body: { merge } });
    await finish(source);
    expect((await mergeOf(source)).body['merge']).toEqual({ status: 'completed', moved: count, total: count });
    expect(await mergeOf(target)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
  });

  it('needs the customer that was merged', async () => {
    expect(await world.query('get-partner-merge', {})).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: 'source_customer_id', rule: 'required' }] } },
    });
    expect((await mergeOf('01980000-0000-7000-8000-000000000001')).status).toBe(404);
  });
});
