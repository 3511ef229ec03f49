import { blockOf, rowsInBlock, withChanges } from '../../domain/search/search-plan.ts';
import { keptRow, sameRow, type SearchRow } from '../../domain/search/search-row.ts';
import { dueAt } from '../../kernel/due.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { work } from '../../kernel/work.ts';
import { leaseEnd, type Deadline } from '../../kernel/deadline.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import type { Item, Table } from '../table/table.ts';
import { finished, paused, record } from '../table/work.ts';
import { removeUnused, replaceBlock, rowsOfBlock, type HeldIndex } from './rewrite-blocks.ts';
import { searchHeadOf, type SearchHead } from './search-head.ts';
import { searchKeys, type SearchedKind } from './search-keys.ts';
import { readRowsOf } from './search-records.ts';
import { searchedRecords } from './searched-records.ts';

export interface EraseRowsDeps {
  readonly table: Table;
  readonly clock: () => Milliseconds;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
}

/** Claims the index, if no worker has it or its lease has expired. @returns its current state; null when there is none */
const claimIndex = async (
  deps: EraseRowsDeps,
  partnerId: string,
  kind: SearchedKind,
  lease: string,
): Promise<Item | null> => {
  const now = deps.clock();
  const until = leaseEnd(deps.deadline, now, work.searchFold.lease);
  const outcome = await tryUpdate(deps.table, {
    Key: { ...searchKeys.head(partnerId, kind) },
    UpdateExpression: 'SET due_shard = :shard, due_at = :until, lease = :lease',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(lease) OR due_at <= :now OR lease = :lease)',
    ExpressionAttributeValues: {
      ':shard': dueAt('searchFold', partnerId, until).due_shard,
      ':until': isoOf(until),
      ':now': isoOf(now),
      ':lease': lease,
    },
    ReturnValues: 'ALL_NEW',
  });
  return outcome.kind === 'written' ? (outcome.item ?? null) : (outcome.existing ?? null);
};

/** Replaces a block whose rows differ from their records. @param rows of the records, for the same block */
const eraseIn = async (
  index: HeldIndex,
  head: SearchHead,
  at: number,
  rows: readonly SearchRow[],
): Promise<SearchHead> => {
  const erased = new Map(rows.map((row) => [row.id, row]));
  const before = await rowsOfBlock(index, head, at);
  const changed = before.flatMap((row) => {
    const now = erased.get(row.id);
    return now === undefined || sameRow(row, now) ? [] : [now];
  });
  return changed.length === 0 ? head : replaceBlock(index, head, at, withChanges(before, changed), head.covered);
};

const eraseFrom = async (index: HeldIndex, first: SearchHead, ids: readonly string[]): Promise<void> => {
  await removeUnused(index, first);
  if (first.blocks.length === 0) return;
  const { held, records, partnerId } = index;
  let head = first;
  let left = (await readRowsOf(held.table, records, partnerId, ids)).map(keptRow);
  // A replaced block may become several, so the place of each row is found anew.
  for (let [next] = left; next !== undefined; [next] = left) {
    const { blocks } = head;
    const at = blockOf(blocks, next.id);
    const own = left.filter(({ id }) => blockOf(blocks, id) === at);
    const here = new Set(own);
    left = left.filter((row) => !here.has(row));
    head = await eraseIn(index, head, at, own);
  }
};

/**
 * Brings the blocks of a search index up to the records of an erased customer or of its instances. Their changes have had no
 * text since the records had none.
 * @returns false while a worker folds the index, because it may have read the records before
 */
export const eraseRows = async (
  deps: EraseRowsDeps,
  partnerId: string,
  kind: SearchedKind,
  ids: readonly string[],
): Promise<boolean> => {
  const lease = deps.newId(deps.clock());
  const item = await claimIndex(deps, partnerId, kind, lease);
  if (item === null) return true;
  if (item['lease'] !== lease) return false;
  const head = searchHeadOf(item);
  const held = { table: deps.table, key: searchKeys.head(partnerId, kind), lease };
  const records = searchedRecords[kind];
  const { newId } = deps;
  await eraseFrom({ held, partnerId, records, newId, now: deps.clock(), blockSize: rowsInBlock }, head, ids);
  const rest = head.isReady ? finished : paused(Math.max(deps.clock(), head.begins));
  await record(held, { ...rest, unused: [] });
  return true;
};
