import { createHash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import canonicalize from 'canonicalize';
import { z } from 'zod';

/** An attribute in DynamoDB JSON: as in the SDK, with bytes in Base64. */
type ExportedValue = Readonly<Record<string, unknown>>;
export type ExportedItem = Readonly<Record<string, ExportedValue>>;
export type TableItem = Record<string, AttributeValue>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const exportedValue = (value: AttributeValue): ExportedValue => {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64).sort() };
  // Sets have no order. They are sorted, so that equal items give equal backups.
  if (value.SS !== undefined) return { SS: value.SS.toSorted() };
  if (value.NS !== undefined) return { NS: value.NS.toSorted() };
  if (value.L !== undefined) return { L: value.L.map(exportedValue) };
  if (value.M !== undefined) return { M: exportedItem(value.M) };
  return { ...value };
};

export const exportedItem = (item: TableItem): ExportedItem =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, exportedValue(value)]));

const bytes = z.string().transform((text) => Uint8Array.from(Buffer.from(text, 'base64')));
const strings = z.array(z.string());

const attribute: z.ZodType<AttributeValue> = z.lazy(() =>
  z.union([
    z.strictObject({ S: z.string() }),
    z.strictObject({ N: z.string() }),
    z.strictObject({ BOOL: z.boolean() }),
    z.strictObject({ NULL: z.literal(true) }),
    z.strictObject({ B: bytes }),
    z.strictObject({ SS: strings }),
    z.strictObject({ NS: strings }),
    z.strictObject({ BS: z.array(bytes) }),
    z.strictObject({ L: z.array(attribute) }),
    z.strictObject({ M: z.record(z.string(), attribute) }),
  ]),
);

/** A line of an export. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html */
export const exportLine = z.object({ Item: z.record(z.string(), attribute) });

/** The number and the digest of a table's items; the order of the scan does not matter. */
export interface TableDigest {
  readonly items: number;
  /** Hexadecimal: the sum of the items' SHA-256. */
  readonly sum: string;
}

const modulus = 2n ** 256n;
const hexadecimal = (sum: bigint): string => sum.toString(16).padStart(64, '0');

/** The digest of parts together. */
export const sumOfDigests = (parts: readonly TableDigest[]): TableDigest => ({
  items: parts.reduce((total, { items }) => total + items, 0),
  sum: hexadecimal(parts.reduce((total, { sum }) => (total + BigInt(`0x${sum}`)) % modulus, 0n)),
});

export const startDigest = (): { readonly add: (item: TableItem) => void; readonly digest: () => TableDigest } => {
  let [items, sum] = [0, 0n];
  return {
    add: (item) => {
      const hash = createHash('sha256').update(canonicalize(exportedItem(item)) ?? '');
      items += 1;
      sum = (sum + BigInt(`0x${hash.digest('hex')}`)) % modulus;
    },
    digest: () => ({ items, sum: hexadecimal(sum) }),
  };
};
