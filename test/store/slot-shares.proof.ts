import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { togetherId } from '../../lambdas/domain/size.ts';
import { slotShareOf } from '../../lambdas/domain/slots.ts';
import { readSlots } from '../../lambdas/store/instances/slots.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { SlotPartner, spreadInstance } from './slot-partner.ts';

let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

let partners = 0;
const newPartner = (): SlotPartner => new SlotPartner(table, `p${(partners += 1)}`);

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('take' as const), isSpread: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('free' as const), which: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('limit' as const), slots: fc.option(fc.nat(12)) }) },
);

describe('shared slots', () => {
  it('are taken up to the limit and not beyond, by instances with and without a spread id', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(10), fc.array(step, { minLength: 5, maxLength: 25 }), async (first, steps) => {
        const partner = newPartner();
        const instances: string[] = [];
        let most: number | null = first;
        await partner.limit(first);
        for (const it of steps) {
          switch (it.kind) {
            case 'take': {
              const instance = it.isSpread ? spreadInstance() : togetherId(spreadInstance());
              const taken = await partner.take(instance);
              expect(taken).toBe(most === null || instances.length < most);
              if (taken) instances.push(instance);
              break;
            }
            case 'free': {
              const [instance] = instances.splice(it.which % Math.max(1, instances.length), 1);
              if (instance !== undefined) await partner.free(instance);
              break;
            }
            case 'limit':
              most = it.slots;
              await partner.limit(most);
          }
          expect(await partner.held()).toBe(instances.length);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('are never oversold, and never refused while one is free, when many instances take one at once', async () => {
    const partner = newPartner();
    await partner.limit(20);
    const instances = Array.from({ length: 32 }, spreadInstance);
    const outcomes = await Promise.all(instances.map((instance) => partner.take(instance)));
    expect(outcomes.filter((taken) => taken)).toHaveLength(20);
    expect(await partner.held()).toBe(20);
    const holders = instances.filter((_, index) => outcomes[index]);
    const [leaving, asking] = [holders.slice(0, 8), Array.from({ length: 16 }, spreadInstance)];
    const both = await Promise.all([
      Promise.all(leaving.map((instance) => partner.free(instance))),
      Promise.all(asking.map((instance) => partner.take(instance))),
    ]);
    const gained = both[1].filter((taken) => taken).length;
    expect(gained).toBeLessThanOrEqual(8);
    const rest = Array.from({ length: 8 - gained }, spreadInstance);
    for (const instance of rest) expect(await partner.take(instance)).toBe(true);
    expect(await partner.take(spreadInstance())).toBe(false);
    expect(await partner.held()).toBe(20);
  });

  it("are granted sixteen at a time far from the limit: the partner's item is written once for sixteen instances", async () => {
    const partner = newPartner();
    const instance = spreadInstance();
    const same = Array.from({ length: 16 }, () => `${spreadInstance().slice(0, -4)}${instance.slice(-4)}`);
    await partner.limit(1_000);
    expect(await partner.take(instance)).toBe(true);
    for (const other of same.slice(1)) {
      expect(slotShareOf(other)).toBe(slotShareOf(instance));
      expect(await partner.take(other)).toBe(true);
      expect((await readSlots(table, partner.id)).taken).toBe(16);
    }
    expect(await partner.held()).toBe(16);
  });

  it('that are granted and unused count for nothing when the limit is lowered', async () => {
    const partner = newPartner();
    await partner.limit(null);
    for (let instances = 0; instances < 6; instances += 1) expect(await partner.take(spreadInstance())).toBe(true);
    await partner.limit(7);
    expect([await partner.take(spreadInstance()), await partner.take(spreadInstance())]).toEqual([true, false]);
    expect([await partner.held(), (await readSlots(table, partner.id)).limit]).toEqual([7, 7]);
  });
});
