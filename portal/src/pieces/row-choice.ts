import { useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import type { Columns } from './column.ts';

/** The rows that are chosen, as a table and cards take them. */
export interface RowChoice<Item> {
  readonly selectionType: 'multi';
  readonly selectedItems: readonly Item[];
  readonly onSelectionChange: (event: { readonly detail: { readonly selectedItems: readonly Item[] } }) => void;
}

/** What is chosen of the rows that are shown. */
export const useRowChoice = <Item>(items: readonly Item[], idOf: (item: Item) => string): RowChoice<Item> => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    selectionType: 'multi',
    selectedItems: items.filter((item) => ids.has(idOf(item))),
    onSelectionChange: ({ detail }) => {
      setIds(new Set(detail.selectedItems.map(idOf)));
    },
  };
};

/** What is said of the choice of rows. */
export const useChoiceLabels = <Item>(name: string, [first]: Columns<Item>) => {
  const { words } = useTexts();
  return {
    selectionGroupLabel: name,
    itemSelectionLabel: (_: unknown, item: Item) => words.chooseRow(String(first.value?.(item) ?? '')),
    allItemsSelectionLabel: () => words.chooseAll,
  };
};
