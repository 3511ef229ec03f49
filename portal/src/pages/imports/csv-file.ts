import type { CsvRecord } from '../../../../packages/customer-file/src/parse-records.ts';
import type { SeparatorName } from '../../../../packages/customer-file/src/separator.ts';

/** A CSV file whose columns are not known yet. */
export interface CsvFile {
  readonly encoding: string;
  readonly separator: SeparatorName;
  readonly header: CsvRecord;
  readonly records: readonly CsvRecord[];
}

/** How a file is read. What is null is found. */
export interface ReadAs {
  readonly encoding: string | null;
  readonly separator: SeparatorName | null;
}

/** More would keep the page from answering while it is read. */
export const mostMegabytes = 10;
