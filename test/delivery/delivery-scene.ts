import { z } from 'zod';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import type { Deadline } from '../../lambdas/kernel/deadline.ts';
import { isoOf, type Clock } from '../../lambdas/kernel/time.ts';
import { foldTail, type FoldTailDeps } from '../../lambdas/reports/fold-tail.ts';
import { journalReports, type JournalDeps } from '../../lambdas/reports/journal-reports.ts';
import { watchVerdict } from '../../lambdas/reports/watch-verdict.ts';
import { forgetReports } from '../../lambdas/reports/forgotten-reports.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { runWork } from '../../lambdas/runtime/run-work.ts';
import { addToStripes } from '../../lambdas/store/delivery/journal.ts';
import { journalKeys } from '../../lambdas/store/delivery/keys.ts';
import { readStripes } from '../../lambdas/store/delivery/read-stripes.ts';
import { openWaiting, type ReadWaiting } from '../../lambdas/store/delivery/waiting-reports.ts';
import { tryUpdate } from '../../lambdas/store/table/conditional-write.ts';
import { noDeadline } from '../../tools/harness/no-deadline.ts';
import type { Reply } from '../../tools/harness/service.ts';
import { tickingClock } from '../../tools/harness/test-clock.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { openTableStream } from '../../tools/harness/table-stream.ts';

export interface DeliveryScene extends World {
  readonly customerId: string;
  readonly instanceId: string;
  readonly phoneNumberId: string;
  /** A report of the scene's instance; `fields` replace the defaults. */
  readonly report: (fields?: Readonly<Record<string, unknown>>, key?: string) => Promise<Reply>;
  /** Journals the reports, as the stream does: from then on searches and health show them. */
  readonly fold: () => Promise<void>;
  /** Folds the journal into the index, as if it had waited long enough. */
  readonly foldIndex: () => Promise<void>;
  readonly close: () => void;
}

const answer = z.object({ event_id: z.string(), duplicate: z.boolean() });
export const reportedOf = (reply: Reply): z.infer<typeof answer> => answer.parse(reply.body);

let numbers = 0;
const nextNumber = (): string => {
  numbers += 1;
  return `10654035224${String(numbers).padStart(4, '0')}`;
};

/** The journal and the fold, which fail when anything has to wait. */
const workersOf = (table: TestTable, clock: Clock) => {
  const fail = (error: unknown): never => {
    throw error;
  };
  const base = {
    table,
    index: tableIndex(table),
    retryPolicy: systemRetryPolicy,
    clock,
    newId,
    onError: fail,
  };
  const watchOn = (waiting: ReadWaiting) => (partnerId: string, instanceId: string) =>
    watchVerdict({ ...base, waiting }, partnerId, instanceId);
  const journalDeps: JournalDeps = {
    ...base,
    forget: forgetReports(table),
    journal: (partnerId, reports) => addToStripes(base, partnerId, reports),
    watch: async (partnerId, instanceIds) => {
      for (const instanceId of instanceIds) await watchOn(openWaiting(table))(partnerId, instanceId);
    },
    park: () => Promise.reject(new Error('nothing has to be parked')),
    sendToFailedQueue: () => Promise.reject(new Error('no record has to go to the failed queue')),
  };
  const foldDeps: FoldTailDeps = {
    ...base,
    deadline: noDeadline,
    limits: blockLimits,
    watch: watchOn(() => Promise.resolve([])),
    park: () => Promise.reject(new Error('nothing has to be parked')),
  };
  return { base, journalDeps, foldDeps };
};

/** A partner with a customer and a connected instance that reports. */
export const startScene = async (
  table: TestTable,
  clock?: Clock,
  deadline?: () => Deadline,
): Promise<DeliveryScene> => {
  const world = await startWorld(table, clock, undefined, deadline);
  const stream = await openTableStream(table);
  await stream.read();
  const customerId = await world.customer('first');
  const instanceId = await world.instance(customerId, 'line-1');
  const phoneNumberId = nextNumber();
  await world.connect(instanceId, phoneNumberId, '2001');
  const { base, journalDeps, foldDeps } = workersOf(table, clock ?? tickingClock());
  return {
    ...world,
    customerId,
    instanceId,
    phoneNumberId,
    report: (fields = {}, key) =>
      world.command(
        'POST',
        'report-partner-message-status',
        { phone_number_id: phoneNumberId, status: 'sent', ...fields },
        key,
      ),
    fold: async () => {
      const failed = await journalReports(journalDeps, await stream.read(), Infinity);
      if (failed.length > 0) throw new Error('records failed');
    },
    foldIndex: async () => {
      const { partnerId } = world.partner;
      for (const stripe of await readStripes(table)(partnerId)) {
        const key = journalKeys.tail(partnerId, stripe);
        await tryUpdate(table, {
          Key: { ...key },
          UpdateExpression: 'SET due_at = :now, fold_by = :now',
          ConditionExpression: 'attribute_exists(added)',
          ExpressionAttributeValues: { ':now': isoOf(base.clock()) },
        });
        await runWork({ reportFold: (work) => foldTail(foldDeps, work, Infinity) }, key);
      }
    },
    close: stream.close,
  };
};
