import type { CsvFile } from './csv-file.ts';
import { joined } from '../../pieces/isolated.ts';

/** The cells of a line, as a person recognises the row. */
export const shortOf = ({ records }: CsvFile, line: number): string =>
  joined((records.find((record) => record.line === line)?.cells ?? []).filter((cell) => cell !== ''));
