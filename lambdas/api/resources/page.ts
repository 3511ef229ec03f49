import * as z from 'zod/mini';

/** The envelope of a list. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int(), pages: z.int() });

/**
 * The envelope of a list that is read by page or by cursor. A page has no cursor. Its schema has one, because the iterators of the
 * clients number what they read by cursor.
 * @param more fields of both
 */
export const listOf = <Item extends z.ZodMiniType, More extends z.core.$ZodLooseShape>(item: Item, more: More) =>
  z.union([
    z.object({ ...pageOf(item)._zod.def.shape, next_cursor: z.optional(z.nullable(z.string())), ...more }),
    z.object({
      items: z.array(item),
      total: z.int(),
      page_size: z.int(),
      next_cursor: z.nullable(z.string()),
      ...more,
    }),
  ]);
