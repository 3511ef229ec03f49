import type { Column, ColumnValue } from './column.ts';

/** The column that rows are ordered by, and how. */
export interface Order {
  readonly id: string;
  readonly descending: boolean;
}

/** As an address has it: the id of the column, after a minus when it is descending. */
export const orderOf = (given: string): Order => ({ id: given.replace(/^-/, ''), descending: given.startsWith('-') });
export const writtenOrder = ({ id, descending }: Order): string => `${descending ? '-' : ''}${id}`;

const compare = (one: Exclude<ColumnValue, null>, other: Exclude<ColumnValue, null>): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), undefined, { numeric: true });

/** Rows without a value are last either way. A column without values leaves the rows as they are. */
export const ordered = <Item>(
  items: readonly Item[],
  columns: readonly Column<Item>[],
  { id, descending }: Order,
): readonly Item[] => {
  const value = columns.find((column) => column.id === id)?.value;
  if (value === undefined) return items;
  return items.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return descending ? compare(b, a) : compare(a, b);
  });
};
