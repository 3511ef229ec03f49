import { createHash } from 'node:crypto';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import canonicalize from 'canonicalize';

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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

const listed = <T>(value: unknown, read: (element: unknown) => T): T[] => {
  if (!Array.isArray(value)) throw new Error('an export has a list or a set that is none');
  return value.map(read);
};
const text = (value: unknown): string => {
  if (!isText(value)) throw new Error('an export has a text that is none');
  return value;
};

/** By hand, because a restore reads every item of the table. @throws Error for what DynamoDB does not write */
const attributeOf = (value: unknown): AttributeValue => {
  const [[type, held] = ['', null], ...others] = isObject(value) ? Object.entries(value) : [];
  if (others.length > 0) throw new Error('an attribute of an export has several types');
  switch (type) {
    case 'S':
      return { S: text(held) };
    case 'N':
      return { N: text(held) };
    case 'B':
      return { B: bytes(text(held)) };
    case 'BOOL':
      return { BOOL: held === true };
    case 'NULL':
      return { NULL: true };
    case 'SS':
      return { SS: listed(held, text) };
    case 'NS':
      return { NS: listed(held, text) };
    case 'BS':
      return { BS: listed(held, (element) => bytes(text(element))) };
    case 'L':
      return { L: listed(held, attributeOf) };
    case 'M':
      return { M: itemOf(held) };
    default:
      throw new Error(`an attribute of an export has the type ${JSON.stringify(type)}`);
  }
};

const itemOf = (value: unknown): TableItem => {
  if (!isObject(value)) throw new Error('a line of an export has no item');
  return Object.fromEntries(Object.entries(value).map(([name, attribute]) => [name, attributeOf(attribute)]));
};

/** A line of an export. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html */
export const readExportLine = (line: string): TableItem => {
  const read: unknown = JSON.parse(line);
  return itemOf(isObject(read) ? read['Item'] : undefined);
};

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
