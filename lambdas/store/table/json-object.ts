import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../../domain/json-object.ts';

/** A JSON object kept as text: its names are the partner's own and must come back as they came. */
export const jsonObject = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text): unknown => JSON.parse(text)),
  ),
  // Not a record, which leaves the name `__proto__` out.
  z.custom<JsonObject>(isJsonObject),
);
