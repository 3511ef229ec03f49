import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ServiceError } from '../../lambdas/domain/errors.ts';
import { recordId, togetherId, withSize } from '../../lambdas/domain/size.ts';
import { slotShareOf } from '../../lambdas/domain/slots.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { readSlotsFor, readTakenSlots, readySlot, recallShares } from '../../lambdas/store/instances/slot-shares.ts';
import { freeSlotClause, readSlots, slotLimitClause, takeSlotClause } from '../../lambdas/store/instances/slots.ts';
import { commit, persist } from '../../lambdas/store/table/commit.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const clock = testClock();
/** Large for a day. */
const sizes = withSize([], 'large', clock.now() - 86_400_000);
let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

let partners = 0;
const newPartner = (): string => `p${(partners += 1)}`;
const spreadInstance = (): string => recordId(sizes, newId(clock.now()));

/** Takes a slot for an instance as an operation does. @returns false when the limit is reached */
const take = (partnerId: string, instance: string): Promise<boolean> =>
  persist(table.retryPolicy, async () => {
    try {
      const seen = await readSlotsFor(table, partnerId, instance);
      const share = await readySlot(table, partnerId, instance, seen, sizes, clock.now());
      await commit(table, [takeSlotClause(table, partnerId, share)]);
      return true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'slot_limit_reached') {
        const { limit } = await readSlots(table, partnerId);
        expect(error.details).toEqual({ limit, occupied: expect.any(Number) });
        return false;
      }
      throw error;
    }
  });

const free = (partnerId: string, instance: string): Promise<void> =>
  persist(table.retryPolicy, () => commit(table, [freeSlotClause(table, partnerId, instance)]));

/** Changes the limit as the operator's command does. */
const limit = async (partnerId: string, slots: number | null): Promise<void> => {
  await commit(table, [slotLimitClause(table, partnerId, slots)]);
  await recallShares(table, partnerId);
};

const held = async (partnerId: string): Promise<number> =>
  (await readTakenSlots(table, partnerId, sizes, clock.now())).taken;

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('take' as const), isSpread: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('free' as const), which: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('limit' as const), slots: fc.option(fc.nat(12)) }) },
);

describe('shared slots', () => {
  it('are taken up to the limit and not beyond, by instances with and without a spread id', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(10), fc.array(step, { minLength: 5, maxLength: 25 }), async (first, steps) => {
        const partnerId = newPartner();
        const instances: string[] = [];
        let most: number | null = first;
        await limit(partnerId, first);
        for (const it of steps) {
          switch (it.kind) {
            case 'take': {
              const instance = it.isSpread ? spreadInstance() : togetherId(spreadInstance());
              const taken = await take(partnerId, instance);
              expect(taken).toBe(most === null || instances.length < most);
              if (taken) instances.push(instance);
              break;
            }
            case 'free': {
              const [instance] = instances.splice(it.which % Math.max(1, instances.length), 1);
              if (instance !== undefined) await free(partnerId, instance);
              break;
            }
            case 'limit':
              most = it.slots;
              await limit(partnerId, most);
          }
          expect(await held(partnerId)).toBe(instances.length);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('are never oversold, and never refused while one is free, when many instances take one at once', async () => {
    const partnerId = newPartner();
    await limit(partnerId, 50);
    const instances = Array.from({ length: 80 }, spreadInstance);
    const outcomes = await Promise.all(instances.map((instance) => take(partnerId, instance)));
    expect(outcomes.filter((taken) => taken)).toHaveLength(50);
    expect(await held(partnerId)).toBe(50);
    const holders = instances.filter((_, index) => outcomes[index]);
    const [leaving, asking] = [holders.slice(0, 20), Array.from({ length: 40 }, spreadInstance)];
    const both = await Promise.all([
      Promise.all(leaving.map((instance) => free(partnerId, instance))),
      Promise.all(asking.map((instance) => take(partnerId, instance))),
    ]);
    const gained = both[1].filter((taken) => taken).length;
    expect(gained).toBeLessThanOrEqual(20);
    const rest = Array.from({ length: 20 - gained }, spreadInstance);
    for (const instance of rest) expect(await take(partnerId, instance)).toBe(true);
    expect(await take(partnerId, spreadInstance())).toBe(false);
    expect(await held(partnerId)).toBe(50);
  });

  it("are granted sixteen at a time far from the limit: the partner's item is written once for sixteen instances", async () => {
    const partnerId = newPartner();
    const instance = spreadInstance();
    const same = Array.from({ length: 16 }, () => `${spreadInstance().slice(0, -4)}${instance.slice(-4)}`);
    await limit(partnerId, 1_000);
    expect(await take(partnerId, instance)).toBe(true);
    for (const other of same.slice(1)) {
      expect(slotShareOf(other)).toBe(slotShareOf(instance));
      expect(await take(partnerId, other)).toBe(true);
      expect((await readSlots(table, partnerId)).taken).toBe(16);
    }
    expect(await held(partnerId)).toBe(16);
  });

  it('that are granted and unused count for nothing when the limit is lowered', async () => {
    const partnerId = newPartner();
    await limit(partnerId, null);
    for (let instances = 0; instances < 6; instances += 1) expect(await take(partnerId, spreadInstance())).toBe(true);
    await limit(partnerId, 7);
    expect([await take(partnerId, spreadInstance()), await take(partnerId, spreadInstance())]).toEqual([true, false]);
    expect(await readTakenSlots(table, partnerId, sizes, clock.now())).toEqual({ limit: 7, taken: 7 });
  });
});
