import { decodeText } from '../../../../packages/customer-file/src/decode-text.ts';
import { unreadable } from '../../../../packages/customer-file/src/faults.ts';
import { findSeparator } from '../../../../packages/customer-file/src/find-separator.ts';
import { parseRecords } from '../../../../packages/customer-file/src/parse-records.ts';
import { separators } from '../../../../packages/customer-file/src/separator.ts';
import type { CsvFile, ReadAs } from './csv-file.ts';

/** @throws UnreadableFile */
export const openCsv = (bytes: Uint8Array, readAs: ReadAs): CsvFile => {
  const { text, encoding } = decodeText(bytes, readAs.encoding);
  const { text: csv, separator } = findSeparator(text.replace(/\r\n?/g, '\n'), readAs.separator);
  const [header, ...records] = parseRecords(csv, separators[separator]);
  if (header === undefined) throw unreadable(null, { kind: 'empty' });
  if (records.length === 0) throw unreadable(null, { kind: 'no_rows' });
  return { encoding, separator, header, records };
};
