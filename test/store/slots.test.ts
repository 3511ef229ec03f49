import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Contended } from '../../lambdas/kernel/errors.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { SlotPartner } from './slot-partner.ts';

let table: TestTable;
let partner: SlotPartner;
let partners = 0;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  partner = new SlotPartner(table, `p${(partners += 1)}`);
});

describe('a commit that takes a slot', () => {
  it('is made again when another one took the last slot since its read', async () => {
    await partner.limit(1);
    const [one, other] = [await partner.beginTaking(), await partner.beginTaking()];
    await one();
    await expect(other()).rejects.toThrow(Contended);
    expect(await partner.take()).toBe(false);
    expect(await partner.slots()).toEqual({ limit: 1, taken: 1 });
    expect(partner.notified).toEqual(['1 of 1']);
  });

  it('is made again when the limit was changed since its read', async () => {
    await partner.limit(5);
    const take = await partner.beginTaking();
    await partner.limit(0);
    await expect(take()).rejects.toThrow(Contended);
    await partner.limit(null);
    await expect(take()).rejects.toThrow(Contended);
    expect(await partner.slots()).toEqual({ limit: null, taken: 0 });
  });

  it('that would reach 80 % is made again when a slot was freed since its read, and nothing notifies', async () => {
    await partner.limit(10);
    await partner.takeAll(7);
    const take = await partner.beginTaking();
    await partner.free();
    await expect(take()).rejects.toThrow(Contended);
    await partner.takeAll(2);
    expect(partner.notified).toEqual(['8 of 10']);
  });

  it.each([
    ['80 %', 8, 6],
    ['the limit', 10, 8],
  ])('that would not reach %s is made again when it would by now', async (_, level, read) => {
    await partner.limit(10);
    await partner.takeAll(read);
    const take = await partner.beginTaking();
    await partner.take();
    await expect(take()).rejects.toThrow(Contended);
    await partner.take();
    expect(partner.notified.filter((body) => body === `${level} of 10`)).toHaveLength(1);
  });

  it('between two levels holds for each number of taken slots', async () => {
    await partner.limit(10);
    await partner.takeAll(1);
    const [one, other] = [await partner.beginTaking(), await partner.beginTaking()];
    await one();
    await other();
    await partner.free();
    expect(await partner.slots()).toEqual({ limit: 10, taken: 2 });
  });
});

describe('a commit that sets a limit', () => {
  it('is made again when the slots reached another level of it since its read', async () => {
    await partner.takeAll(7);
    const limit = await partner.beginLimiting(10);
    await partner.take();
    await expect(limit()).rejects.toThrow(Contended);
    await partner.limit(10);
    expect(partner.notified).toEqual(['8 of 10']);
  });

  it('is made again when another one set a limit since its read', async () => {
    const [one, other] = [await partner.beginLimiting(10), await partner.beginLimiting(20)];
    await one();
    await expect(other()).rejects.toThrow(Contended);
    expect(await partner.slots()).toEqual({ limit: 10, taken: 0 });
  });
});

it.each([
  ['without a limit', null],
  ['at the limit', 30],
])('30 slots are freed at once %s, and none is lost', async (_, limit) => {
  await partner.takeAll(30);
  await partner.limit(limit);
  await Promise.all(Array.from({ length: 30 }, () => partner.free()));
  expect(await partner.slots()).toEqual({ limit, taken: 0 });
});

it.each([0, 1])('slots with the phase %d, which an earlier version wrote, are counted on', async (phase) => {
  await partner.limit(3);
  await partner.take();
  await partner.plantPhase(phase);
  expect(await partner.slots()).toEqual({ limit: 3, taken: 1 });
  await partner.takeAll(1);
  await partner.free();
  await partner.limit(2);
  expect([await partner.take(), await partner.take()]).toEqual([true, false]);
  expect(await partner.slots()).toEqual({ limit: 2, taken: 2 });
});
