import type { SearchRow } from '../../domain/search/search-row.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { record, type HeldWork } from '../table/work.ts';
import { packRows, unpackBlock } from './block-codec.ts';
import { readBlocks, removeBlocks, writeBlock } from './search-blocks.ts';
import { recordBlocks, type SearchHead } from './search-head.ts';
import type { SearchedRecords } from './searched-records.ts';

/** An index under the lease of one worker. */
export interface HeldIndex {
  readonly held: HeldWork;
  readonly partnerId: string;
  readonly records: SearchedRecords;
  readonly newId: (now: Milliseconds) => string;
  readonly now: Milliseconds;
  /** Rows of a full block. */
  readonly blockSize: number;
}

/** Deletes blocks that a crashed worker left. */
export const removeUnused = async ({ held, partnerId, records }: HeldIndex, { unused }: SearchHead): Promise<void> =>
  removeBlocks(held.table, partnerId, records.kind, unused);

/** The rows of a block. @param at the position of the block; no rows when it does not exist */
export const rowsOfBlock = async (
  { held, partnerId, records }: HeldIndex,
  head: SearchHead,
  at: number,
): Promise<readonly SearchRow[]> => {
  const block = head.blocks[at];
  if (block === undefined) return [];
  const body = (await readBlocks(held.table, partnerId, records.kind, [block.name], 'strong')).get(block.name);
  if (body === undefined) throw new Error('a block of the search index is missing');
  return unpackBlock(records.format, body);
};

/**
 * Replaces a block with rows, or adds them after the last one. The names are recorded before the blocks are written, and the
 * replaced block is deleted after the version without it is recorded, so that all leftovers of a crash are known.
 * @throws WorkLost
 */
export const replaceBlock = async (
  { held, partnerId, records, newId, now, blockSize }: HeldIndex,
  head: SearchHead,
  at: number,
  rows: readonly SearchRow[],
  covered: string | null,
): Promise<SearchHead> => {
  const packed = packRows(records.format, rows, blockSize).map((block) => ({ ...block, name: newId(now) }));
  await record(held, { unused: packed.map(({ name }) => name) });
  for (const { name, body } of packed) await writeBlock(held.table, partnerId, records.kind, name, body);
  const unused = head.blocks.slice(at, at + 1).map(({ name }) => name);
  const own = packed.map(({ name, first, count }) => ({ name, first, count }));
  const blocks = head.blocks.toSpliced(at, 1, ...own);
  const next = await recordBlocks(held, head, { blocks, covered, unused });
  await removeBlocks(held.table, partnerId, records.kind, unused);
  return next;
};
