import { decodeText } from '../../../../packages/customer-file/src/decode-text.ts';
import { unreadable } from '../../../../packages/customer-file/src/faults.ts';
import { parseRecords, type CsvRecord } from '../../../../packages/customer-file/src/parse-records.ts';
import { findSeparator, separators, type SeparatorName } from '../../../../packages/customer-file/src/separator.ts';

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

/** @throws UnreadableFile */
export const openCsv = (bytes: Uint8Array, readAs: ReadAs): CsvFile => {
  const { text, encoding } = decodeText(bytes, readAs.encoding);
  const { text: csv, separator } = findSeparator(text.replace(/\r\n?/g, '\n'), readAs.separator);
  const [header, ...records] = parseRecords(csv, separators[separator]);
  if (header === undefined) throw unreadable(null, { kind: 'empty' });
  if (records.length === 0) throw unreadable(null, { kind: 'no_rows' });
  return { encoding, separator, header, records };
};
