import * as z from 'zod/mini';
import { rowErrors, type FailedRow } from '../../domain/customer-import.ts';
import { packJson, unpackJson } from '../table/packed-json.ts';

/** The details of a failed row: the broken rules, the customer that the customer was merged into, or the state that refuses a change. */
export const rowDetails = z.nullable(
  z.union([
    z.array(z.object({ path: z.string(), rule: z.string(), message: z.string() })),
    z.object({ merged_into: z.optional(z.uuid()), state: z.optional(z.string()) }),
  ]),
);

export const failedRow = z.object({
  index: z.int(),
  external_customer_id: z.nullable(z.string()),
  code: z.enum(rowErrors),
  details: rowDetails,
});

const version = 1;

export const packFailures = (failures: readonly FailedRow[]): Uint8Array => packJson(version, failures);

/** @throws UnknownVersion */
export const unpackFailures = (bytes: Uint8Array): readonly FailedRow[] =>
  unpackJson('failed-rows', bytes, { 1: (value) => z.array(failedRow).parse(value) });
