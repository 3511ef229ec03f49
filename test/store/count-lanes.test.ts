import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { recordId, withSize } from '../../lambdas/domain/size.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { Contended } from '../../lambdas/kernel/errors.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { countLanes, fewestLanes, mostLanes } from '../../lambdas/store/table/count-lanes.ts';
import { countClauses, readCounts } from '../../lambdas/store/table/span-counts.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const minute = 60_000;

/** The number of lanes: the highest random number picks the last one. */
const lanesNow = (pick: (partnerId: string) => number): number => pick('p') + 1;

describe("the lanes of a partner's counts", () => {
  it('double when commits conflict, up to a maximum, and halve each minute without a conflict', () => {
    const clock = testClock();
    const { pick, met } = countLanes(clock.now, () => 0.999_999);
    const seen = [lanesNow(pick)];
    for (let times = 0; times < 6; times += 1) {
      met('p');
      seen.push(lanesNow(pick));
    }
    for (let minutes = 0; minutes < 6; minutes += 1) {
      clock.pass(minute);
      seen.push(lanesNow(pick));
    }
    expect(seen).toEqual([
      fewestLanes,
      16,
      32,
      64,
      128,
      mostLanes,
      mostLanes,
      128,
      64,
      32,
      16,
      fewestLanes,
      fewestLanes,
    ]);
    expect(pick('another')).toBe(fewestLanes - 1);
  });

  it('are all picked', () => {
    const { pick } = countLanes(testClock().now, Math.random);
    expect(new Set(Array.from({ length: 500 }, () => pick('p'))).size).toBe(fewestLanes);
  });
});

describe('counts', () => {
  const clock = testClock();
  const sizes = withSize([], 'large', clock.now() - 86_400_000);
  let table: TestTable;
  beforeAll(async () => {
    table = await startTestTable();
  });
  afterAll(() => table.stop());

  it('are the sum of all lanes, whichever one a record entered or left a status in', async () => {
    let partners = 0;
    const moves = fc.array(
      fc.record({ lane: fc.nat(mostLanes - 1), leaves: fc.boolean(), leftIn: fc.nat(mostLanes - 1) }),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(moves, async (all) => {
        const partnerId = `p${(partners += 1)}`;
        const inLane = (lane: number): Table => ({ ...table, lanes: { pick: () => lane, met: () => undefined } });
        for (const { lane, leaves, leftIn } of all) {
          const id = recordId(sizes, newId(clock.now()));
          await commit(table, countClauses(inLane(lane), partnerId, 'C', { id, from: null, to: 'active' }));
          if (!leaves) continue;
          await commit(table, countClauses(inLane(leftIn), partnerId, 'C', { id, from: 'active', to: 'inactive' }));
        }
        const inactive = all.filter(({ leaves }) => leaves).length;
        const read = async (status: string): Promise<number> => {
          const counted = { partnerId, counted: 'C', sizes, wanted: new Set([status]) } as const;
          const spans = await readCounts(table, counted, 'C', '');
          return spans.reduce((sum, { count }) => sum + count, 0);
        };
        expect([await read('active'), await read('inactive')]).toEqual([all.length - inactive, inactive]);
      }),
      { numRuns: 15 },
    );
  });

  it('report a commit that conflicted with another one on them, and no other failure', async () => {
    const reported: string[] = [];
    const reasons = (...codes: readonly string[]): Table => {
      const refused = new TransactionCanceledException({
        $metadata: {},
        message: 'cancelled',
        CancellationReasons: codes.map((Code) => ({ Code })),
      });
      const client = Object.assign(Object.create(table.client) as Table['client'], {
        send: () => Promise.reject(refused),
      });
      return { ...table, client, lanes: { pick: () => 3, met: (partnerId) => reported.push(partnerId) } };
    };
    const id = recordId(sizes, newId(clock.now()));
    const tryIn = (it: Table): Promise<void> =>
      commit(it, countClauses(it, 'p', 'C', { id, from: null, to: 'active' }));
    await expect(tryIn(reasons('None', 'TransactionConflict'))).rejects.toThrow(Contended);
    expect(reported).toEqual(['p']);
    await expect(tryIn(reasons('None', 'ConditionalCheckFailed'))).rejects.toThrow('condition failed');
    expect(reported).toEqual(['p']);
  });
});
