import * as z from 'zod/mini';
import { isInMilliseconds } from '../domain/delivery/occurred-at.ts';

/** An optional text. A value of another type counts as missing. */
export const optionalString = z.catch(z.optional(z.nullable(z.string())), undefined);

/** An id: text or a number. */
export const idValue = z.union([z.string(), z.pipe(z.number(), z.transform(String))]);

/** The year 5138, in milliseconds. */
const latest = 100_000_000_000_000;

/** A time in seconds, or in milliseconds, as a number or as text. Anything else counts as missing. @returns milliseconds */
export const optionalTime = z.catch(
  z.optional(
    z.pipe(
      z.coerce.number().check(z.positive(), z.maximum(latest)),
      z.transform((time) => (isInMilliseconds(time) ? time : time * 1000)),
    ),
  ),
  undefined,
);
