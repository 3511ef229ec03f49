import * as z from 'zod/mini';

/** An optional text. A value of another type counts as missing. */
export const optionalString = z.catch(z.optional(z.nullable(z.string())), undefined);

/** An id: text or a number. */
export const idValue = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);
