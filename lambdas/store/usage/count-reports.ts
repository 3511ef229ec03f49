import type { DeliveryEvent } from '../../domain/delivery/event.ts';
import { utcDayOf } from '../../domain/usage/utc-day.ts';
import { batchWrite } from '../table/batch-write.ts';
import type { Table } from '../table/table.ts';
import { idChunkPuts } from './id-chunks.ts';

/** Notes new reports for usage, each on the UTC day on which it was received. The same reports may be noted again. */
export const countReports = async (
  table: Table,
  partnerId: string,
  events: readonly Pick<DeliveryEvent, 'id' | 'received_at'>[],
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
};
