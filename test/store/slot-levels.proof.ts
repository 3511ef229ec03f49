import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { batchesOf } from '../../lambdas/domain/batches.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { SlotPartner, spreadInstance } from './slot-partner.ts';

let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

it('slots reach 80 % of the limit in one commit, when slots were granted ahead and others take and free slots at once', async () => {
  const partner = new SlotPartner(table, 'p');
  await partner.limit(400);
  const first = Array.from({ length: 319 }, spreadInstance);
  for (const some of batchesOf(first, 40)) await Promise.all(some.map((instance) => partner.take(instance)));
  expect(partner.told).toEqual([]);
  expect(await partner.held()).toBe(319);
  const more = Array.from({ length: 4 }, spreadInstance);
  await Promise.all(more.map((instance) => partner.take(instance)));
  expect(partner.told).toEqual([expect.stringMatching(/^320 of 400 /)]);
  await Promise.all([...more, ...first.slice(0, 6)].map((instance) => partner.free(instance)));
  expect(await partner.held()).toBe(313);
  for (let instances = 313; instances < 321; instances += 1) await partner.take(spreadInstance());
  expect(partner.told).toHaveLength(2);
});
