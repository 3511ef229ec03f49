import * as z from 'zod/mini';
import { sameRow, type SearchRow } from '../../domain/search/search-row.ts';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { tryDelete } from '../table/conditional-write.ts';
import { queryPages } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import { changesPartition, searchKeys, type SearchedKind } from './search-keys.ts';

/** A record's row after its last commit. It is written in that commit, so that no search misses it. */
export interface SearchChange extends SearchRow {
  /** The record's revision, which identifies the change. */
  readonly revision: number;
}

const prefix = searchKeys.change('', 'C', '').sk;

/**
 * The clause for a change of a row; none for other changes. A new record has one as well: its commit may land after a fold has passed its id.
 * @param before null for a new record
 * @param revision of the record after the commit
 */
export const searchChangeClauses = (
  table: Table,
  partnerId: string,
  kind: SearchedKind,
  before: SearchRow | null,
  after: SearchRow,
  revision: number,
): readonly Clause[] => {
  if (before !== null && sameRow(before, after)) return [];
  const { id, status, text, digits, wabaId } = after;
  const Item = {
    ...searchKeys.change(partnerId, kind, id),
    revision,
    status,
    text: text ?? undefined,
    digits,
    waba_id: wabaId ?? undefined,
  };
  return [{ name: 'the change is noted for searches', write: { Put: { TableName: table.name, Item } } }];
};

/** Made when a change is read, which a command that notes one does not do. */
const changeItem = z.lazy(() =>
  z.object({
    sk: z.string(),
    revision: z.number(),
    status: z.string(),
    text: z.optional(z.string()),
    digits: z.string(),
    waba_id: z.optional(z.string()),
  }),
);

const changeOf = (item: Item): SearchChange => {
  const { sk, text = null, waba_id: wabaId = null, ...rest } = changeItem.parse(item);
  return { id: sk.slice(prefix.length), text, wabaId, ...rest };
};

/** Some of the waiting changes, and whether these are all. */
export interface SomeChanges {
  readonly changes: readonly SearchChange[];
  readonly isWhole: boolean;
}

/** The waiting changes of one partition. */
const readPlace = async (table: Table, partition: string, most: number): Promise<SomeChanges> => {
  const changes: SearchChange[] = [];
  const query = {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': partition, ':prefix': prefix },
    ConsistentRead: true,
  };
  for await (const page of queryPages(table, query)) {
    if (changes.length > most) return { changes, isWhole: false };
    changes.push(...page.map(changeOf));
  }
  return { changes, isWhole: true };
};

/** The changes since the last fold. @param most the approximate number that is read of each partition */
export const readChanges = async (
  table: Table,
  partnerId: string,
  kind: SearchedKind,
  sizes: Sizes,
  now: Milliseconds,
  most: number,
): Promise<SomeChanges> => {
  const places = await Promise.all(
    placesUntil(sizes, now).map((place) => readPlace(table, changesPartition(partnerId, kind, place), most)),
  );
  return { changes: places.flatMap(({ changes }) => changes), isWhole: places.every(({ isWhole }) => isWhole) };
};

/** Deletes a change that is in the blocks, unless a later one has replaced it. */
export const removeChange = async (
  table: Table,
  partnerId: string,
  kind: SearchedKind,
  { id, revision }: Pick<SearchChange, 'id' | 'revision'>,
): Promise<void> => {
  await tryDelete(table, {
    Key: { ...searchKeys.change(partnerId, kind, id) },
    ConditionExpression: 'revision = :revision',
    ExpressionAttributeValues: { ':revision': revision },
  });
};
