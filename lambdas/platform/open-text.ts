import * as z from 'zod/mini';

/** A text that the platform may leave out: null for anything else. */
export const openText = z.pipe(
  z.catch(z.optional(z.nullable(z.string())), null),
  z.transform((value) => value ?? null),
);
