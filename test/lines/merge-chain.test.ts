import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';

let table: TestTable;
let world: World;
let chain: readonly string[];
let end: string;
let outside: string;
let instance: string;

const externalId = (index: number): string => `chain-${index}`;

beforeAll(async () => {
  table = await startTestTable();
  world = await startWorld(table);
  const customers: string[] = [];
  for (let index = 0; index < 5; index += 1) customers.push(await world.customer(externalId(index)));
  for (const [index, source] of customers.slice(0, -1).entries()) {
    const merge = { source_customer_id: source, target_customer_id: customers[index + 1] };
    expect((await world.command('POST', 'merge-partner-customers', merge)).status).toBe(200);
  }
  [chain, end] = [customers.slice(0, -1), customers.at(-1) ?? ''];
  outside = await world.customer('outside');
  instance = await world.instance(outside, 'outside');
});
afterAll(() => table.stop());

type Call = readonly [method: 'POST' | 'PATCH', route: string, body: (index: number) => Record<string, unknown>];

const calls: readonly Call[] = [
  ['PATCH', 'update-partner-customer', (index) => ({ customer_id: chain[index], customer_name: 'New' })],
  ['POST', 'upsert-partner-customer', (index) => ({ external_customer_id: externalId(index), customer_name: 'New' })],
  ['POST', 'merge-partner-customers', (index) => ({ source_customer_id: chain[index], target_customer_id: outside })],
  ['POST', 'merge-partner-customers', (index) => ({ source_customer_id: outside, target_customer_id: chain[index] })],
  ['POST', 'create-customer-instance', (index) => ({ customer_id: chain[index], instance_key: `line-${index}` })],
  [
    'POST',
    'move-partner-instance-to-customer',
    (index) => ({ instance_id: instance, target_customer_id: chain[index] }),
  ],
];

test.each(calls)('%s %s of a merged customer names the end of its merges', async (method, route, body) => {
  for (const index of chain.keys()) {
    const reply = await world.command(method, route, body(index));
    expect(reply.body).toMatchObject({ error: { code: 'customer_merged', details: { merged_into: end } } });
  }
});
