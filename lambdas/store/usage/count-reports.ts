import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { utcDayOf } from '../../domain/usage/utc-day.ts';
import { batchWrite } from '../table/batch-write.ts';
import type { Table } from '../table/table.ts';
import { idChunkPuts } from './id-chunks.ts';
import { countAgain } from './usage-head.ts';

type CountedReport = Pick<DeliveryEvent, 'id' | 'received_at'>;

/** Random digits of an id: one report in 4,096 ends with them. */
const markOfMany = '000';
/** So that the next reports are counted, too. */
const soon: Milliseconds = 60_000;

/**
 * Notes new reports for usage, each on the UTC day on which it was received. The same reports may be noted again. Of many reports some have
 * the day counted, so that a large day is counted before somebody reads it.
 */
export const countReports = async (
  table: Table,
  partnerId: string,
  events: readonly CountedReport[],
): Promise<void> => {
  const days = Map.groupBy(events, ({ received_at: at }) => utcDayOf(at));
  const puts = Array.from(days, ([day, own]) =>
    idChunkPuts(
      partnerId,
      day,
      'R',
      own.map(({ id }) => id),
    ),
  );
  await batchWrite(table, puts.flat());
  const marked = events.find(({ id }) => id.endsWith(markOfMany));
  if (marked !== undefined) await countAgain(table, partnerId, marked.received_at + soon);
};
