import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { batchesOf } from '../../lambdas/domain/batches.ts';
import { recallShares } from '../../lambdas/store/instances/slot-shares.ts';
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

describe('a worker that stood still between reading the slots and freeing one', () => {
  it.each([
    ['80 %', 276],
    ['the limit', 345],
  ])('does not hide that %s is reached again', async (_, level) => {
    const partner = new SlotPartner(table, `still ${level}`);
    await partner.limit(345);
    const first = spreadInstance();
    await partner.take(first);
    const free = await partner.beginFreeing(first);
    await recallShares(table, partner.id);
    await partner.plant(level - 2);
    await partner.take(spreadInstance());
    const told = [expect.stringMatching(new RegExp(`^${level} of 345 `))];
    expect(partner.told).toEqual(told);
    await free();
    expect(await partner.held()).toBe(level - 1);
    await partner.take(spreadInstance());
    expect(partner.told).toEqual([...told, ...told]);
  });

  it('does not hide that a limit is reached which was set meanwhile', async () => {
    const partner = new SlotPartner(table, 'limited');
    const first = spreadInstance();
    await partner.take(first);
    const free = await partner.beginFreeing(first);
    await partner.limit(10);
    await partner.plant(6);
    await partner.take(spreadInstance());
    expect(partner.told).toHaveLength(1);
    await free();
    await partner.take(spreadInstance());
    expect(partner.told).toHaveLength(2);
  });
});
