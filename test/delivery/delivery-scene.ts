import { z } from 'zod';
import type { Deadline } from '../../lambdas/domain/deadline.ts';
import type { Clock } from '../../lambdas/domain/time.ts';
import { foldReports, type FoldReportsDeps } from '../../lambdas/report-rollup/fold-reports.ts';
import { watchVerdict } from '../../lambdas/report-rollup/watch-verdict.ts';
import { forgetReports } from '../../lambdas/report-rollup/forgotten-reports.ts';
import { blockLimits } from '../../lambdas/store/delivery/index-limits.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import type { Reply } from '../../tools/harness/service.ts';
import { tickingClock } from '../../tools/harness/test-clock.ts';
import { startWorld, type World } from '../../tools/harness/world.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { openTableStream } from '../../tools/harness/table-stream.ts';

export interface DeliveryScene extends World {
  readonly customerId: string;
  readonly instanceId: string;
  readonly phoneNumberId: string;
  /** A report of the scene's line; `fields` go over what is given by default. */
  readonly report: (fields?: Readonly<Record<string, unknown>>, key?: string) => Promise<Reply>;
  /** Brings what was reported to the index, as the stream does. */
  readonly fold: () => Promise<void>;
  readonly close: () => void;
}

const answer = z.object({ event_id: z.string(), duplicate: z.boolean() });
export const reportedOf = (reply: Reply): z.infer<typeof answer> => answer.parse(reply.body);

let numbers = 0;
const nextNumber = (): string => {
  numbers += 1;
  return `10654035224${String(numbers).padStart(4, '0')}`;
};

/** A partner with a customer and a connected line that reports. */
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
      const base = {
        table,
        index: tableIndex(table),
        retryPolicy: systemRetryPolicy,
        clock: clock ?? tickingClock(),
        newId,
      };
      const deps: FoldReportsDeps = {
        ...base,
        limits: blockLimits,
        forget: forgetReports(table),
        watch: (...instance) => watchVerdict(base, ...instance),
        park: () => Promise.reject(new Error('nothing has to be parked')),
        setAside: () => Promise.reject(new Error('nothing has to be set aside')),
        onError: (error) => {
          throw error;
        },
      };
      const failed = await foldReports(deps, await stream.read(), Infinity);
      if (failed.length > 0) throw new Error('records failed');
    },
    close: stream.close,
  };
};
