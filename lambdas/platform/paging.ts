import * as z from 'zod/mini';
import { PlatformError } from './errors.ts';

/** The last page has cursors as well; only `next` tells that there is another page. Its URL contains the token. */
export const Paging = z.object({
  cursors: z.optional(z.object({ after: z.optional(z.string()) })),
  next: z.optional(z.string()),
});

/** The cursor of the next page; null on the last. @throws PlatformError for a next page without a cursor */
export const nextCursor = (paging: z.infer<typeof Paging> | undefined): string | null => {
  if (paging?.next === undefined) return null;
  const after = paging.cursors?.after ?? URL.parse(paging.next)?.searchParams.get('after') ?? '';
  if (after !== '') return after;
  throw new PlatformError({ kind: 'unknown', message: 'the platform announced a next page without a cursor to it' });
};
