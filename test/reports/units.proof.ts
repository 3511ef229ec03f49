import { describe, expect, test } from '@jest/globals';
import type { IndexedEvent } from '@swift-worker/time-index/event.ts';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { messageIdentity } from '../../lambdas/domain/delivery/report.ts';
import type { WaitingReport } from '../../lambdas/domain/delivery/waiting-report.ts';
import { foldTail, type FoldTailDeps } from '../../lambdas/reports/fold-tail.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { addToJournal } from '../../lambdas/store/delivery/journal.ts';
import { journalKeys, messageKey, messageName } from '../../lambdas/store/delivery/keys.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { instancesOf, randomFrom, trafficOf } from '../../tools/bench/delivery/event-traffic.ts';
import { indexedEvents } from '../../tools/bench/delivery/indexed-events.ts';
import { recordUnits } from '../../tools/bench/delivery/writes.ts';
import type { Item } from '../../lambdas/store/table/table.ts';
import { getItem } from '../../lambdas/store/table/read.ts';
import { startMeteredTable, type MeteredTable } from '../../tools/access-patterns/metered-table.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';

const partnerId = '01920001-0000-7000-8000-000000000001';
const second = 1_000;
const window = 10 * second;
const start = Date.UTC(2026, 4, 20, 10);

interface Load {
  readonly instances: number;
  readonly perSecond: number;
  readonly minutes: number;
  /** Folds that are metered, from the end of one to the end of another. The two folds before them set the threshold. */
  readonly folds: number;
}

const waitingOf = (event: IndexedEvent): WaitingReport => ({
  event,
  message: messageName(messageKey(partnerId, event.phone_number_id, messageIdentity(event))),
  known: [],
});

/** The reports of a partner as the stream delivers them: those of one window, in batches of the stage's size. */
const batchesOf = ({ instances, perSecond, minutes }: Load): readonly (readonly IndexedEvent[])[] => {
  const reportsOfMessage = 2.4;
  const events = trafficOf({
    instances: instancesOf(instances, instances, randomFrom(7), start),
    from: start,
    to: start + minutes * 60 * second,
    messages: Math.round((minutes * 60 * perSecond) / reportsOfMessage),
    seed: 11,
  });
  const end = start + minutes * 60 * second;
  const inTime = indexedEvents(events).filter(({ received_at: at }) => at < end);
  const byWindow = Map.groupBy(inTime, ({ received_at: at }) => Math.floor(at / window));
  return Array.from(byWindow.values()).flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / 2_000) }, (_, batch) => own.slice(batch * 2_000, (batch + 1) * 2_000)),
  );
};

/** Journals batches until the journal was folded that many times and the folded chunks are deleted. @returns the number of reports */
const bring = async (
  table: MeteredTable,
  batches: readonly (readonly IndexedEvent[])[],
  folds: number,
): Promise<number> => {
  let now = start;
  const clock = (): number => now;
  const deps: FoldTailDeps = {
    table,
    index: tableIndex(table),
    retryPolicy: systemRetryPolicy,
    clock,
    newId,
    limits: blockLimits,
    deadline: noDeadline,
    watch: () => Promise.resolve(),
    park: () => Promise.reject(new Error('nothing has to be parked')),
    onError: (error) => {
      throw error;
    },
  };
  const tail = journalKeys.tail(partnerId, 0);
  const existing = async (): Promise<Item> => (await getItem(table, tail)) ?? {};
  // The hint comes when the fold is due.
  const work = async (): Promise<void> => {
    const { due_at: due } = await existing();
    if (typeof due === 'string' && Date.parse(due) <= now) {
      await runWork({ reportFold: (key) => foldTail(deps, key, Infinity) }, tail);
    }
  };
  let left = folds;
  for (const [index, batch] of batches.entries()) {
    now = Math.max(now, batch.at(-1)?.received_at ?? now);
    const { folded: before = 0 } = await existing();
    await addToJournal({ table, clock }, { partnerId, stripe: 0 }, batch.map(waitingOf));
    await work();
    if ((await existing())['folded'] === before || (await existing())['folded'] === undefined) continue;
    left -= 1;
    if (left > 0) continue;
    now += window;
    await work();
    return index + 1;
  }
  throw new Error('there are too few reports');
};

/** The write units of a report, from its message to the indexes and the deletion from the journal. */
const unitsOf = async (load: Load): Promise<number> => {
  const batches = batchesOf(load);
  const table = await startMeteredTable();
  try {
    const warm = await bring(table, batches, 2);
    const { result, accesses } = await table.measure(() => bring(table, batches.slice(warm), load.folds));
    const measured = batches.slice(warm, warm + result).flat();
    const reports = measured.length;
    const written = accesses.reduce((sum, { write }) => sum + write, 0);
    return recordUnits(measured) / reports + written / reports;
  } finally {
    await table.stop();
  }
};

describe('the total write units of a report', () => {
  test('are at most 2.5 for a partner with 400 instances and five reports a second', async () => {
    const units = await unitsOf({ instances: 400, perSecond: 5, minutes: 80, folds: 2 });
    expect(units).toBeLessThanOrEqual(2.5);
  });

  test('are at most 1.6 for a partner with one instance and 200 reports a second', async () => {
    const units = await unitsOf({ instances: 1, perSecond: 200, minutes: 4, folds: 10 });
    expect(units).toBeLessThanOrEqual(1.6);
  });
});
