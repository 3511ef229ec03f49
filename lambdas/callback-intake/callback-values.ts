import * as z from 'zod/mini';

/** A word that may be missing; what is no word counts as missing. */
export const optionalString = z.catch(z.optional(z.nullable(z.string())), undefined);

/** Ids come as text, or as numbers. */
export const idValue = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);
