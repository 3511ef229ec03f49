import { blockOf, rowsInBlock } from '../../domain/search/search-plan.ts';
import type { SearchRow } from '../../domain/search/search-row.ts';
import { dueAt } from '../../domain/due.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import { work } from '../../domain/work.ts';
import { leaseEnd, type Deadline } from '../../domain/deadline.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import { finished, paused, record } from '../table/work.ts';
import { removeUnused, replaceBlock, rowsOfBlock, type HeldIndex } from './rewrite-blocks.ts';
import { searchHeadOf, type SearchHead } from './search-head.ts';

export interface EraseRowDeps {
  readonly table: Table;
  readonly clock: () => Milliseconds;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
}

/** Claims the index, if no worker has it or its lease has expired. @returns its current state; null when there is none */
const claimIndex = async (deps: EraseRowDeps, partnerId: string, lease: string): Promise<Item | null> => {
  const now = deps.clock();
  const until = leaseEnd(deps.deadline, now, work.searchFold.lease);
  const outcome = await tryUpdate(deps.table, {
    Key: { ...keys.searchIndex(partnerId) },
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

const eraseFrom = async (index: HeldIndex, head: SearchHead, customerId: string): Promise<void> => {
  await removeUnused(index, head);
  if (head.blocks.length === 0) return;
  const at = blockOf(head.blocks, customerId);
  const rows = await rowsOfBlock(index, head, at);
  const isKept = ({ id, text }: SearchRow): boolean => id !== customerId || text === null;
  if (rows.every(isKept)) return;
  const erased = rows.map((row): SearchRow =>
    isKept(row) ? row : { ...row, status: 'erasing', text: null, digits: '' },
  );
  await replaceBlock(index, head, at, erased, head.covered);
};

/**
 * Removes a customer during its erasure from the blocks of the search index. Its changes have no text since the erasure began.
 * @returns false while a worker folds the index, because it may have read the customer before
 */
export const eraseRow = async (deps: EraseRowDeps, partnerId: string, customerId: string): Promise<boolean> => {
  const lease = deps.newId(deps.clock());
  const item = await claimIndex(deps, partnerId, lease);
  if (item === null) return true;
  if (item['lease'] !== lease) return false;
  const head = searchHeadOf(item);
  const held = { table: deps.table, key: keys.searchIndex(partnerId), lease };
  await eraseFrom({ held, partnerId, newId: deps.newId, now: deps.clock(), blockSize: rowsInBlock }, head, customerId);
  const rest = head.isReady ? finished : paused(Math.max(deps.clock(), head.begins));
  await record(held, { ...rest, unused: [] });
  return true;
};
