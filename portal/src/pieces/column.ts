import type { ReactNode } from 'react';

/** A fact as rows are ordered by it and files have it. Times are as the service writes them. */
export type ColumnValue = string | number | null;

/** A fact of each row of a list. */
export interface Column<Item> {
  readonly id: string;
  readonly header: string;
  /** Null when there is nothing to show: a dash in a table, and left out of a card. */
  readonly cell: (item: Item) => ReactNode;
  /** What stands below it: in the same cell of a table, and first in a card. */
  readonly below?: (item: Item) => ReactNode;
  /** Without it, rows are not ordered by the column, and no file has it. */
  readonly value?: (item: Item) => ColumnValue;
  /** What files have beside it. */
  readonly more?: readonly { readonly header: string; readonly value: (item: Item) => ColumnValue }[];
  readonly minWidth?: number;
  /** Whether a table in a window of middle width leaves it out, until the reader chooses it. */
  readonly lesser?: boolean;
  /** Whether a card has it below its heading and not beside it. */
  readonly wide?: boolean;
}

/** The columns of a list. The first one is the name of the row, or the title of the card. */
export type Columns<Item> = readonly [Column<Item>, ...Column<Item>[]];
