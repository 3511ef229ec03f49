import { isWorthFolding, type SearchBlock } from '../../domain/search/search-plan.ts';
import { isFound, type SearchFilter } from '../../domain/search/search-row.ts';
import type { Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Table } from '../table/table.ts';
import { searchBlock, type BlockMatches } from './block-codec.ts';
import { readBlocks } from './search-blocks.ts';
import { readChanges, type SomeChanges } from './search-changes.ts';
import { makeFoldDue, mayEndLate, readFrom, readSearchHead, type SearchHead } from './search-head.ts';
import { readRows, readRowsOf, type SomeRows } from './search-records.ts';
import type { SearchedRecords } from './searched-records.ts';

/** What is searched. */
export interface Searched {
  readonly records: SearchedRecords;
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly now: Milliseconds;
}

/** The number of versions that are tried; a fold that runs meanwhile changes only a few blocks. */
const mostVersions = 8;
/** With more changes or new records in a partition, reading every record concurrently costs no more. */
const mostWaiting = 10_000;

/** The matches in the blocks of one version. */
interface InBlocks {
  readonly matches: readonly BlockMatches[];
  readonly blocks: readonly SearchBlock[];
  /** New records, which may also be in the blocks. */
  readonly created: SomeRows;
}

/**
 * Reads the blocks of one version, and the newer records. The changes have been read before: a change is
 * deleted after the version with it is recorded, and the head shows a version that was recorded meanwhile.
 */
const readVersion = async (
  table: Table,
  { records, partnerId, sizes, now }: Searched,
  filter: SearchFilter,
  first: SearchHead,
): Promise<InBlocks | null> => {
  const known = new Map<string, BlockMatches>();
  const range = { from: readFrom(records.kind, first), to: '~' };
  const rows = readRows(table, records, partnerId, sizes, now, range, mostWaiting);
  const learn = async ({ blocks }: SearchHead, consistency: 'strong' | 'eventual'): Promise<void> => {
    const names = blocks.map(({ name }) => name).filter((name) => !known.has(name));
    const bodies = await readBlocks(table, partnerId, records.kind, names, consistency);
    for (const [name, body] of bodies) known.set(name, searchBlock(records.format, body, filter));
  };
  let head = first;
  for (let versions = 0; versions < mostVersions; versions += 1) {
    const reading = learn(head, versions === 0 ? 'eventual' : 'strong');
    const [next, created] = await Promise.all([readSearchHead(table, partnerId, records.kind), rows, reading]);
    const found = head.blocks.flatMap(({ name }) => known.get(name) ?? []);
    if (next === null) break;
    if (next.revision === head.revision && found.length === head.blocks.length) {
      return { matches: found, blocks: head.blocks, created };
    }
    head = next;
  }
  return null;
};

/** The ids of all records that match, newest first. The record takes precedence over the change, and the change over the block. */
const idsOf = async (
  table: Table,
  { records, partnerId }: Searched,
  filter: SearchFilter,
  { changes }: SomeChanges,
  { matches: inBlocks, created: { rows } }: InBlocks,
): Promise<readonly string[]> => {
  const asRecords = new Set(rows.map(({ id }) => id));
  const changed = changes.filter(({ id }) => !asRecords.has(id));
  const fresher = new Set([...asRecords, ...changed.map(({ id }) => id)]);
  const isLeft = (id: string): boolean => !fresher.has(id);
  const erasing = [
    ...inBlocks.flatMap((block) => block.erasing.filter(isLeft)),
    ...changed.filter(({ status, text }) => text === null && filter.statuses.has(status)).map(({ id }) => id),
  ];
  const current = erasing.length === 0 ? [] : await readRowsOf(table, records, partnerId, erasing);
  const found = [...rows, ...changed, ...current].filter((row) => isFound(filter, row)).map(({ id }) => id);
  return [...inBlocks.flatMap((block) => block.found.filter(isLeft)), ...found].sort().reverse();
};

/**
 * The ids of the matching records, newest first, found with a search index. One round trip for the head and the changes, one
 * for the blocks and the new records.
 * @returns null when the index is not built yet, or is far behind
 */
export const searchIndex = async (
  table: Table,
  searched: Searched,
  filter: SearchFilter,
): Promise<readonly string[] | null> => {
  const { records, partnerId, sizes, now } = searched;
  const [head, changes] = await Promise.all([
    readSearchHead(table, partnerId, records.kind),
    readChanges(table, partnerId, records.kind, sizes, now, mostWaiting),
  ]);
  if (head?.isReady !== true) return null;
  const version = changes.isWhole ? await readVersion(table, searched, filter, head) : null;
  const { covered } = head;
  const waiting = version?.created.rows.filter(({ id }) => covered === null || id >= covered).length ?? 0;
  const isWorthIt = version === null || isWorthFolding(version.blocks, changes.changes.length, waiting);
  if (isWorthIt || mayEndLate(records.kind, head, now)) {
    await makeFoldDue(table, partnerId, records.kind, now);
  }
  if (version?.created.isWhole !== true) return null;
  return idsOf(table, searched, filter, changes, version);
};
