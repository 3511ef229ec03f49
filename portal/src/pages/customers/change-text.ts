import type { Formats } from '../../pieces/use-formats.ts';
import type { Texts } from '../../texts/texts.ts';

/** What readers of the history find elsewhere in it, such as the link to a line. */
const omitted: ReadonlySet<string> = new Set(['id', 'occupies_slot']);

export const isTold = (field: string): boolean => !omitted.has(field);

/** A value of the history in the words of the pages. */
export const changeText = (
  { lines, words }: Texts,
  { dateTime }: Pick<Formats, 'dateTime'>,
  field: string,
  value: string,
): string => {
  // The page of the line explains them.
  if (field === 'platform_errors') return Array.from(value.matchAll(/"code":(\d+)/g), ([, code]) => code).join(', ');
  const known: Readonly<Record<string, string | undefined>> =
    field === 'status' ? { ...words.customer, ...words.instance } : field === 'slot_state' ? lines.slots : {};
  return known[value] ?? (/_at$/.test(field) && !Number.isNaN(Date.parse(value)) ? dateTime(value) : value);
};
