import * as z from 'zod/mini';

/** An optional text. A value of another type counts as missing. */
export const optionalString = z.catch(z.optional(z.nullable(z.string())), undefined);

/** An id: text or a number. */
export const idValue = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);

/** A time in seconds, as a number or as text. Anything else counts as missing. @returns milliseconds */
export const optionalTime = z.catch(
  z.optional(
    z.pipe(
      z.coerce.number().check(z.positive()),
      z.transform((seconds) => seconds * 1000),
    ),
  ),
  undefined,
);
