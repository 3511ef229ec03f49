import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { foldThreshold, longestWait, type WaitingReport } from '../../lambdas/domain/delivery/waiting-report.ts';
import { messageIdentity } from '../../lambdas/domain/delivery/report.ts';
import { foldTail, type FoldTailDeps } from '../../lambdas/reports/fold-tail.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { foldedStay } from '../../lambdas/store/delivery/folded-chunks.ts';
import { addToJournal } from '../../lambdas/store/delivery/journal.ts';
import { journalKeys, messageKey, messageName, scopePartition } from '../../lambdas/store/delivery/keys.ts';
import { searchEvents } from '../../lambdas/store/delivery/search-events.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { openWaiting } from '../../lambdas/store/delivery/waiting-reports.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { instances, plainEvent } from '../delivery/reports.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const clock = testClock();
const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0.5 };
const effect = { first: true, delivered: false, read: false, failed: 0, byRecipient: false } as const;

let table: TestTable;
let partnerId: string;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(() => {
  partnerId = randomUUID();
});

const reportsOf = (count: number): readonly WaitingReport[] =>
  Array.from({ length: count }, (_, number) => {
    const event = plainEvent(newId(clock.now()), {
      message_id: `m-${number}-${randomUUID()}`,
      instance_id: instances[number % 3] ?? '',
      occurred_at: clock.now() - number,
      received_at: clock.now(),
    });
    const message = messageName(messageKey(partnerId, event.phone_number_id, messageIdentity(event)));
    return { event: { ...event, effect }, message, known: [] };
  });

const add = (reports: readonly WaitingReport[]): Promise<void> =>
  addToJournal({ table, clock: clock.now }, { partnerId, stripe: 0 }, reports);

const foldOn = (changes: Partial<FoldTailDeps> = {}): FoldTailDeps => ({
  table,
  index: tableIndex(table),
  retryPolicy,
  clock: clock.now,
  newId,
  limits: blockLimits,
  deadline: noDeadline,
  watch: () => Promise.resolve(),
  park: () => Promise.reject(new Error('nothing has to be parked')),
  onError: () => undefined,
  ...changes,
});

const work = (changes: Partial<FoldTailDeps> = {}, until = Infinity): Promise<void> =>
  runWork({ reportFold: (key) => foldTail(foldOn(changes), key, until) }, journalKeys.tail(partnerId, 0));

const tail = (): Promise<Item | undefined> => getItem(table, journalKeys.tail(partnerId, 0));

const keysLeft = async (prefix: string): Promise<number> =>
  (
    await queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': journalKeys.tail(partnerId, 0).pk, ':prefix': prefix },
    })
  ).length;

const totals = async (): Promise<readonly [waiting: number, inIndex: number]> => {
  const scope = { kind: 'partner', partnerId } as const;
  const search = async (waiting = openWaiting(table)): Promise<number> =>
    (
      await searchEvents(
        { index: tableIndex(table), retryPolicy, waiting },
        scope,
        { from: 0, to: clock.now() },
        { page: 1, pageSize: 1 },
        clock.now(),
      )
    ).total;
  return [await search(), await search(() => Promise.resolve([]))];
};

describe('a journal', () => {
  test('is folded only when enough reports wait', async () => {
    await add(reportsOf(foldThreshold(0) - 1));
    await work();
    expect(await totals()).toEqual([255, 0]);
    await add(reportsOf(1));
    expect((await tail())?.['due_at']).toBe(new Date(clock.now()).toISOString());
    await work();
    expect(await totals()).toEqual([256, 256]);
  });

  test('is folded when it has waited a day', async () => {
    await add(reportsOf(3));
    clock.pass(longestWait - 1);
    await work();
    expect(await totals()).toEqual([3, 0]);
    clock.pass(1);
    await work();
    expect(await totals()).toEqual([3, 3]);
  });

  test('keeps folded chunks for eventual reads, then deletes them and is no longer due', async () => {
    await add(reportsOf(300));
    await work();
    const chunks = await keysLeft('C#');
    expect(chunks).toBeGreaterThan(0);
    clock.pass(foldedStay - 1);
    await work();
    expect(await keysLeft('C#')).toBe(chunks);
    clock.pass(1);
    await work();
    expect([await keysLeft('C#'), await keysLeft('F#')]).toEqual([0, 0]);
    await work();
    expect(await tail()).not.toHaveProperty('due_at');
    expect(await totals()).toEqual([300, 300]);
    await add(reportsOf(2));
    expect((await tail())?.['due_at']).toBe(new Date(clock.now() + longestWait).toISOString());
  });

  test('collects reports after a fold until enough wait again', async () => {
    await add(reportsOf(300));
    await work();
    await add(reportsOf(10));
    clock.pass(foldedStay);
    await work();
    await work();
    expect(await totals()).toEqual([310, 300]);
    expect(await keysLeft('C#')).toBe(1);
    await add(reportsOf(250));
    await work();
    expect(await totals()).toEqual([560, 560]);
  });

  test('that could not be folded completely in time is folded further by the next run', async () => {
    await add(reportsOf(300));
    await work({}, clock.now());
    expect(await totals()).toEqual([300, 0]);
    await work();
    expect(await totals()).toEqual([300, 300]);
  });

  test('counts a report once when the stream delivers it twice, folded or not', async () => {
    const reports = reportsOf(200);
    await add(reports);
    await add(reports);
    expect(await totals()).toEqual([200, 0]);
    await work();
    expect(await totals()).toEqual([200, 200]);
    await add(reports.slice(0, 100));
    clock.pass(foldedStay);
    await work();
    expect(await totals()).toEqual([200, 200]);
  });

  test('is folded by another worker when the first one crashes during the fold', async () => {
    await add(reportsOf(300));
    let commits = 0;
    const index = tableIndex(table);
    const dying: FoldTailDeps['index'] = {
      ...index,
      commit: (partition, nodes) => {
        commits += 1;
        return commits > 2 ? Promise.reject(new Error('dead')) : index.commit(partition, nodes);
      },
    };
    const dead = (): Promise<never> => Promise.reject(new Error('dead'));
    await expect(work({ index: dying, park: dead })).rejects.toThrow('dead');
    expect((await totals())[0]).toBe(300);
    clock.pass(60_000);
    await work();
    expect(await totals()).toEqual([300, 300]);
  });
});

describe('a scope whose index cannot be updated', () => {
  test('is parked, and the others are folded', async () => {
    await add(reportsOf(300));
    const broken = scopePartition({ kind: 'instance', partnerId, instanceId: instances[1] });
    const index = tableIndex(table);
    const refusing: FoldTailDeps['index'] = {
      ...index,
      commit: (partition, nodes) =>
        partition === broken ? Promise.reject(new Error('refused')) : index.commit(partition, nodes),
    };
    const parked: unknown[] = [];
    const park: FoldTailDeps['park'] = (_, scope, reports) => {
      parked.push([scope, reports.length]);
      return Promise.resolve();
    };
    await work({ index: refusing, park });
    expect(parked).toEqual([[{ kind: 'instance', partnerId, instanceId: instances[1] }, 100]]);
    expect(await totals()).toEqual([300, 300]);
  });
});
