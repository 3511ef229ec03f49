import * as z from 'zod/mini';
import { ByteReader, ByteWriter } from '@swift-worker/stored-forms/bytes.ts';
import { decoderOf } from '@swift-worker/stored-forms/stored-form.ts';
import { lateFrom, settledBefore, type SearchBlock } from '../../domain/search/search-plan.ts';
import { announcedAhead } from '../../domain/size.ts';
import { dueAt } from '../../kernel/due.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { commit, type Clause } from '../table/commit.ts';
import { tryPut, tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { record, type HeldWork } from '../table/work.ts';
import { searchKeys, type SearchedKind } from './search-keys.ts';

/** A search index as a whole. */
export interface SearchHead {
  /** Is raised by every change of the blocks. */
  readonly revision: number;
  /** Records with ids below it are in the blocks; null before the first build. */
  readonly covered: string | null;
  /** Whether all records that were committed before a fold are in the blocks. */
  readonly isReady: boolean;
  /** When the first build begins. By then all calls write changes. */
  readonly begins: Milliseconds;
  /** In the order of their first ids. */
  readonly blocks: readonly SearchBlock[];
  /** Names of blocks without a revision that may exist after a crash. */
  readonly unused: readonly string[];
  /** The number of failed tries in a row. */
  readonly failures: number;
}

const bytes = z.instanceof(Uint8Array);

const headItem = z.object({
  revision: z.number(),
  covered: z.optional(z.string()),
  ready: z.optional(z.boolean()),
  begins: z.string(),
  blocks: z.optional(bytes),
  unused: z._default(z.array(z.string()), []),
  failures: z._default(z.number(), 0),
});

const version = 1;

export const packBlocks = (blocks: readonly SearchBlock[]): Uint8Array => {
  const writer = new ByteWriter().byte(version);
  for (const { name, first, count } of blocks) writer.uuid(name).uuid(first).count(count);
  return writer.done();
};

const readBlocks1 = (reader: ByteReader): readonly SearchBlock[] => {
  const blocks: SearchBlock[] = [];
  while (!reader.atEnd) blocks.push({ name: reader.uuid(), first: reader.uuid(), count: reader.count() });
  return blocks;
};

/** @throws UnknownVersion */
export const unpackBlocks = (packed: Uint8Array): readonly SearchBlock[] => {
  const reader = new ByteReader(packed);
  return decoderOf('search-blocks', reader.byte(), { 1: readBlocks1 })(reader);
};

export const searchHeadOf = (item: Item): SearchHead => {
  const { revision, covered = null, ready, begins, blocks, unused, failures } = headItem.parse(item);
  return {
    revision,
    covered,
    unused,
    failures,
    isReady: ready === true,
    begins: Date.parse(begins),
    blocks: blocks === undefined ? [] : unpackBlocks(blocks),
  };
};

/** The current version of the index; null: the partner has none. */
export const readSearchHead = async (
  table: Table,
  partnerId: string,
  kind: SearchedKind,
): Promise<SearchHead | null> => {
  const item = await getItem(table, searchKeys.head(partnerId, kind));
  return item === undefined ? null : searchHeadOf(item);
};

/** The next revision of the blocks. @throws WorkLost */
export const recordBlocks = async (
  held: HeldWork,
  head: SearchHead,
  changes: Pick<SearchHead, 'blocks' | 'covered' | 'unused'>,
): Promise<SearchHead> => {
  const revision = head.revision + 1;
  const { blocks, covered, unused } = changes;
  await record(held, { revision, covered: covered ?? undefined, blocks: packBlocks(blocks), unused });
  return { ...head, ...changes, revision };
};

const newHead = (partnerId: string, kind: SearchedKind, begins: Milliseconds): Item => ({
  ...searchKeys.head(partnerId, kind),
  ...dueAt('searchFold', partnerId, begins),
  revision: 0,
  begins: isoOf(begins),
  unused: [],
});

/**
 * Gives a partner's customers a search index. Calls write changes for it as soon as they know of it; the first build begins
 * when all do. A repetition has no effect.
 */
export const announceCustomerIndex = async (table: Table, partnerId: string, now: Milliseconds): Promise<void> => {
  const begins = now + announcedAhead;
  const isKnown: Clause = {
    name: 'the partner has no index',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...keys.partner(partnerId) },
        UpdateExpression: 'SET indexed_at = :at ADD revision :one',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(indexed_at)',
        ExpressionAttributeValues: { ':at': isoOf(begins), ':one': 1 },
      },
    },
    refuse: () => new AlreadyIndexed(),
  };
  const Item = newHead(partnerId, 'C', begins);
  try {
    await commit(table, [isKnown, { name: 'the index is new', write: { Put: { TableName: table.name, Item } } }]);
  } catch (error) {
    if (!(error instanceof AlreadyIndexed)) throw error;
  }
};

/**
 * Gives a partner's instances a search index. Calls write its changes without knowing of it; the first build begins when those
 * of an earlier version have ended. A repetition has no effect.
 */
export const announceInstanceIndex = async (table: Table, partnerId: string, now: Milliseconds): Promise<void> => {
  const Item = newHead(partnerId, 'I', now + announcedAhead);
  await tryPut(table, { Item, ConditionExpression: 'attribute_not_exists(pk)' });
};

/** Another call has announced the index. */
class AlreadyIndexed extends Error {}

/** Makes a fold of the index due, unless one is due already. */
export const makeFoldDue = async (
  table: Table,
  partnerId: string,
  kind: SearchedKind,
  now: Milliseconds,
): Promise<void> => {
  const due = dueAt('searchFold', partnerId, now);
  await tryUpdate(table, {
    Key: { ...searchKeys.head(partnerId, kind) },
    UpdateExpression: 'SET due_shard = :shard, due_at = :at',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(due_at)',
    ExpressionAttributeValues: { ':shard': due.due_shard, ':at': due.due_at },
  });
};

/** The id below which all records are committed when a fold begins. */
export const coverable = (now: Milliseconds, { covered }: SearchHead): string => {
  const settled = settledBefore(now);
  return covered !== null && covered > settled ? covered : settled;
};

/** From where on searches read the records, beside the blocks. Changes of instances are always noted, so none of them is missing. */
export const readFrom = (kind: SearchedKind, { begins, covered }: SearchHead): string => {
  if (covered === null) return '0';
  const late = kind === 'C' ? lateFrom(begins, covered) : null;
  return late !== null && late < covered ? late : covered;
};

/** Whether searches read records that a fold would put into the blocks for good by now. */
export const mayEndLate = (kind: SearchedKind, head: SearchHead, now: Milliseconds): boolean => {
  const covered = coverable(now, head);
  return readFrom(kind, head) !== head.covered && readFrom(kind, { ...head, covered }) === covered;
};
