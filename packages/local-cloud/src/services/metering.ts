import { keyText } from './dynamodb-actions.ts';
import { itemSize } from './item-size.ts';
import { child, type JsonObject } from './json-object.ts';
import type { IndexSchema, TableSchema } from './table-schema.ts';

/** Capacity units, read and write. */
export interface Units {
  readonly read: number;
  readonly write: number;
}

/** An item before and after a write; undefined when it does not exist. */
export interface Images {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

export type Consistency = 'eventual' | 'strong' | 'transactional';

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html */
const readFactor: Readonly<Record<Consistency, number>> = { eventual: 0.5, strong: 1, transactional: 2 };

/** The units of items that are read together, as in a query: the sum of their sizes is rounded up to 4 KB. An empty result costs the minimum. */
export const readUnits = (items: readonly JsonObject[], consistency: Consistency): number => {
  const bytes = items.reduce((sum, item) => sum + itemSize(item), 0);
  return Math.max(1, Math.ceil(bytes / 4096)) * readFactor[consistency];
};

/**
 * The units of a write, for the table and for every index. A transaction doubles the table's part. A failed condition
 * costs what a write of the existing item would cost, and nothing in the indexes.
 */
export const writeParts = (table: TableSchema, images: Images, transactional: boolean): WriteParts => {
  const size = Math.max(sizeOf(images.before), sizeOf(images.after));
  const entries = table.indexes.flatMap((index) => entryUnits(table, index, images));
  return { item: kilobytes(size) * (transactional ? 2 : 1), entries };
};

/** The units of a write: those of the table, and those of each index entry that is added, removed or changed. */
export interface WriteParts {
  readonly item: number;
  readonly entries: readonly EntryUnits[];
}

export interface EntryUnits {
  readonly index: string;
  /** The partition key of the entry. */
  readonly partition: string;
  readonly write: number;
}

/**
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes
 * An entry that is added, removed or changed in place is one write. An entry that moves to another key is two.
 */
const entryUnits = (table: TableSchema, index: IndexSchema, { before, after }: Images): readonly EntryUnits[] => {
  const old = entry(table, index, before);
  const now = entry(table, index, after);
  const units = (item: JsonObject, size: number): EntryUnits => ({
    index: index.name,
    partition: keyText(item, index.hashKey) ?? '',
    write: kilobytes(size),
  });
  if (now === undefined) return old === undefined ? [] : [units(old, sizeOf(old))];
  if (old === undefined) return [units(now, sizeOf(now))];
  if (keyOf(index, old) !== keyOf(index, now)) return [units(old, sizeOf(old)), units(now, sizeOf(now))];
  return canonical(old) === canonical(now) ? [] : [units(now, Math.max(sizeOf(old), sizeOf(now)))];
};

/** The entry of an item in an index; undefined when the item lacks one of the index's keys. */
export const entry = (table: TableSchema, index: IndexSchema, item: JsonObject | undefined): JsonObject | undefined => {
  if (item === undefined) return undefined;
  const keys = [index.hashKey, ...(index.rangeKey === undefined ? [] : [index.rangeKey])];
  if (!keys.every((key) => child(item, key) !== undefined)) return undefined;
  if (index.projection === 'all') return item;
  const held = new Set([...keys, table.hashKey, table.rangeKey, ...index.projection]);
  return Object.fromEntries(Object.entries(item).filter(([name]) => held.has(name)));
};

const kilobytes = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

const sizeOf = (item: JsonObject | undefined): number => (item === undefined ? 0 : itemSize(item));

const keyOf = (index: IndexSchema, item: JsonObject): string =>
  canonical([item[index.hashKey], index.rangeKey === undefined ? null : item[index.rangeKey]]);

/** Equal texts for equal values: object keys are sorted. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
