import { separators } from '../../../packages/customer-file/src/separator.ts';
import { writeRows } from '../../../packages/customer-file/src/write-rows.ts';
import type { Language } from '../texts/languages.ts';
import type { ChosenColumn } from './column-choice.ts';
import type { Column, ColumnValue } from './column.ts';

/** What spreadsheets take for a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const formula = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

const cellOf = (value: ColumnValue): string => {
  if (typeof value === 'string' && formula.test(value)) return `'${value}`;
  return String(value ?? '');
};

/** The rows of a list with the columns that are shown, as a file that spreadsheets of the language open. */
export const listFile = <Item>(
  columns: readonly Column<Item>[],
  shown: readonly ChosenColumn[],
  items: readonly Item[],
  language: Language,
): string => {
  const chosen = shown.flatMap(({ id, visible }) => (visible ? columns.filter((column) => column.id === id) : []));
  const written = chosen.flatMap(({ header, value, more = [] }) => [
    ...(value === undefined ? [] : [{ header, value }]),
    ...more,
  ]);
  const separator = separators[language === 'pt-BR' ? 'semicolon' : 'comma'];
  return writeRows(
    [written.map(({ header }) => header), ...items.map((item) => written.map(({ value }) => cellOf(value(item))))],
    separator,
  );
};
