import type { ListSource } from './listing.tsx';

/** Rows of a page of what was read whole. */
const rowsOnPage = 10;

/** A page of rows that are all there. @param page from 1 */
export const pageOfRead = <Item>(rows: readonly Item[], page: number): ListSource<Item> => ({
  data: {
    items: rows.slice((page - 1) * rowsOnPage, page * rowsOnPage),
    total: rows.length,
    pages: Math.ceil(rows.length / rowsOnPage),
  },
  error: null,
  isPlaceholderData: false,
  refetch: () => undefined,
});
