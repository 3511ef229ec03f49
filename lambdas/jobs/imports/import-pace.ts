import type { ImportRow } from '../../domain/customer-import.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { RetryPolicy } from '../../store/table/table.ts';

/**
 * Rows of a partner that are begun in a second. A row writes 2 units to the partition of the partner's customers, which takes
 * 1,000 a second. The rest is for the partner's own 50 commands a second.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
const rowsPerSecond = 450;

const unitBytes = 1024;
/** What a customer's item has beside the fields of its row. */
const ownBytes = 600;

/** A row counts as often as its customer's item has write units, so that large rows take no more of the table. */
const weightOf = ({ fields }: ImportRow): number =>
  Math.ceil((Buffer.byteLength(JSON.stringify(fields)) + ownBytes) / unitBytes);

/** Resolves when the rows may be begun. Rows that waited for nothing are not saved up. */
export type ImportPace = (rows: readonly ImportRow[]) => Promise<void>;

export const importPace = (sleep: RetryPolicy['sleep']): ImportPace => {
  let free = Promise.resolve();
  return (rows) => {
    const turn = free;
    const weight = rows.reduce((sum, row) => sum + weightOf(row), 0);
    const time: Milliseconds = (weight * 1_000) / rowsPerSecond;
    free = turn.then(() => sleep(time));
    return turn;
  };
};
