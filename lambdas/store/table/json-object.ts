import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../../kernel/json-object.ts';

/** A JSON object stored as text, because the names of its members have to stay unchanged. */
export const jsonObject = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text): unknown => JSON.parse(text)),
  ),
  // `z.record` drops the member `__proto__`.
  z.custom<JsonObject>(isJsonObject),
);
