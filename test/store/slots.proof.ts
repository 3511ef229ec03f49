import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nearSlots, type Slots } from '../../lambdas/domain/slots.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { runsOf } from '../share.ts';
import { SlotPartner } from './slot-partner.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

let partners = 0;

/** What happens at once. */
const moment = fc.record({
  takes: fc.nat(6),
  frees: fc.nat(4),
  /** No change of the limit is undefined. */
  limit: fc.option(fc.option(fc.nat(12), { freq: 4 }), { nil: undefined, freq: 2 }),
});

/** The levels that a limit has, as numbers of taken slots. */
const levelsOf = (limit: number): readonly number[] => Array.from(new Set([nearSlots(limit), limit]));

const times = <T>(count: number, act: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, act);

/** Takes and frees without a change of the limit: what follows for the number of taken slots, and for the notifications. */
const expectCounted = (
  before: Slots,
  taken: number,
  freed: number,
  after: Slots,
  notified: readonly string[],
): void => {
  const { limit } = before;
  expect(after).toEqual({ limit, taken: before.taken + taken - freed });
  if (limit === null) {
    expect(notified).toEqual([]);
    return;
  }
  expect(after.taken).toBeLessThanOrEqual(Math.max(limit, before.taken));
  for (const level of levelsOf(limit)) {
    const isReached = before.taken < level && after.taken >= level;
    const tells = notified.filter((body) => body === `${level} of ${limit}`).length;
    if (freed === 0) expect(tells).toBe(isReached ? 1 : 0);
    // A slot that was freed may have been taken again, so a level may be reached once more for each.
    else expect(tells).toBeGreaterThanOrEqual(isReached ? 1 : 0);
    expect(tells).toBeLessThanOrEqual(1 + freed);
  }
};

it('slots are never over-sold, refused while one is free, or lost, over any takes, releases and limits at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 3, maxLength: 8 }), async (moments) => {
      const partner = new SlotPartner(table, `p${(partners += 1)}`);
      for (const { takes, frees: wanted, limit } of moments) {
        const before = await partner.slots();
        const notifiedBefore = partner.notified.length;
        const frees = Math.min(wanted, before.taken);
        const [outcomes] = await Promise.all([
          Promise.all(times(takes, () => partner.take())),
          Promise.all(times(frees, () => partner.free())),
          limit === undefined ? null : partner.limit(limit),
        ]);
        const taken = outcomes.filter((isTaken) => isTaken).length;
        const after = await partner.slots();
        if (limit === undefined) {
          expectCounted(before, taken, frees, after, partner.notified.slice(notifiedBefore));
          const most = before.limit === null ? takes : Math.max(0, before.limit - before.taken);
          expect(taken).toBeGreaterThanOrEqual(Math.min(takes, most));
          continue;
        }
        expect(after).toEqual({ limit, taken: before.taken + taken - frees });
        // Each take was allowed by the limit before or after.
        const highest = Math.max(before.limit ?? Infinity, limit ?? Infinity, before.taken);
        expect(after.taken).toBeLessThanOrEqual(highest);
      }
    }),
    { numRuns: runsOf(300) },
  );
});
