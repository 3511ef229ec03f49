import * as z from 'zod/mini';
import type { ImportRow, UpsertFields } from '../../domain/customer-import.ts';
import { isJsonObject, type JsonObject } from '../../kernel/json-object.ts';
import { packJson, unpackJson } from '../table/packed-json.ts';

const nullableText = z.optional(z.nullable(z.string()));
const fields: z.ZodMiniType<UpsertFields> = z.object({
  external_customer_id: z.string(),
  customer_name: z.string(),
  customer_email: nullableText,
  customer_phone: nullableText,
  metadata: z.optional(z.custom<JsonObject>(isJsonObject)),
});
const storedRows = z.array(z.object({ index: z.number(), fields }));

const version = 1;

/** Rows that wait. */
export const packRows = (rows: readonly ImportRow[]): Uint8Array => packJson(version, rows);

/** @throws UnknownVersion */
export const unpackRows = (bytes: Uint8Array): readonly ImportRow[] =>
  unpackJson('import-rows', bytes, { 1: (value) => storedRows.parse(value) });
