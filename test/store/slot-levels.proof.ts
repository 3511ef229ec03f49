import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  await partner.takeAll(first);
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
    await partner.takeAll(Array.from({ length: level - 2 }, spreadInstance));
    await partner.take(spreadInstance());
    const tells = () => partner.told.filter((body) => body.startsWith(`${level} of 345 `));
    expect(tells()).toHaveLength(1);
    await free();
    expect(await partner.held()).toBe(level - 1);
    await partner.take(spreadInstance());
    expect(tells()).toHaveLength(2);
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

describe.each([
  ['without a limit', null],
  ['far below 80 % of the limit', 2_000],
  ['above 80 % of the limit', 345],
  ['at the limit', 300],
])('%s', (name, limit) => {
  it('50 slots are freed at once, and none is refused', async () => {
    const partner = new SlotPartner(table, `many ${name}`);
    const instances = Array.from({ length: 50 }, spreadInstance);
    await partner.takeAll(instances);
    await partner.plant(250);
    await partner.limit(limit);
    await Promise.all(instances.map((instance) => partner.free(instance)));
    expect(await partner.held()).toBe(250);
  });
});
