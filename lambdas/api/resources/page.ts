import * as z from 'zod/mini';

/** The envelope of a list. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
    pages: z.int(),
  });
