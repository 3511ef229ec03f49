import type { ListSource } from '../../pieces/listing.tsx';

/** A page of a list that is there as a whole. @param page from 1 */
export const listOf = <Item>(items: readonly Item[], page: number, pageSize: number): ListSource<Item> => ({
  data: {
    items: items.slice((page - 1) * pageSize, page * pageSize),
    total: items.length,
    pages: Math.ceil(items.length / Math.max(1, pageSize)),
  },
  error: null,
  isPlaceholderData: false,
  refetch: () => undefined,
});
