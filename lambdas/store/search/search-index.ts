import type { Customer, CustomerStatus, SearchTerm } from '../../domain/customer.ts';
import { firstIndexOf, pageOf, type Page, type PageRequest } from '../../domain/paging.ts';
import { isWorthFolding, type SearchBlock } from '../../domain/search/search-plan.ts';
import { matches, type SearchRow } from '../../domain/search/search-row.ts';
import type { Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { customerRecordOf } from '../customers/customers.ts';
import { keys } from '../table/keys.ts';
import { getItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { searchBlock, type BlockMatches } from './block-codec.ts';
import { readBlocks } from './search-blocks.ts';
import { readChanges, type SomeChanges } from './search-changes.ts';
import { makeFoldDue, readSearchHead, type SearchHead } from './search-head.ts';
import { readRows, readRowsOf, type SomeRows } from './search-records.ts';

/** The partner whose customers are searched. */
export interface Searched {
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly now: Milliseconds;
}

export interface Wanted {
  readonly statuses: ReadonlySet<CustomerStatus>;
  readonly term: SearchTerm;
}

/** The number of versions that are tried; a fold that runs meanwhile changes only a few blocks. */
const mostVersions = 8;
/** With more changes or new customers in a partition, reading every customer concurrently costs no more. */
const mostWaiting = 10_000;

/** The matches in the blocks of one version. */
interface InBlocks {
  readonly matches: readonly BlockMatches[];
  readonly blocks: readonly SearchBlock[];
  /** New customers, which may also be in the blocks. */
  readonly created: SomeRows;
}

/**
 * Reads the blocks of one version, and the newer customers. The changes have been read before: a change is
 * deleted after the version with it is recorded, and the head shows a version that was recorded meanwhile.
 */
const readVersion = async (
  table: Table,
  { partnerId, sizes, now }: Searched,
  wanted: Wanted,
  first: SearchHead,
): Promise<InBlocks | null> => {
  const known = new Map<string, BlockMatches>();
  const range = { from: first.covered ?? '0', to: '~' };
  const rows = readRows(table, partnerId, sizes, now, range, mostWaiting);
  const learn = async ({ blocks }: SearchHead, consistency: 'strong' | 'eventual'): Promise<void> => {
    const names = blocks.map(({ name }) => name).filter((name) => !known.has(name));
    const bodies = await readBlocks(table, partnerId, names, consistency);
    for (const [name, body] of bodies) known.set(name, searchBlock(body, wanted.statuses, wanted.term));
  };
  let head = first;
  for (let versions = 0; versions < mostVersions; versions += 1) {
    const reading = learn(head, versions === 0 ? 'eventual' : 'strong');
    const [next, created] = await Promise.all([readSearchHead(table, partnerId), rows, reading]);
    const found = head.blocks.flatMap(({ name }) => known.get(name) ?? []);
    if (next === null) break;
    if (next.revision === head.revision && found.length === head.blocks.length) {
      return { matches: found, blocks: head.blocks, created };
    }
    head = next;
  }
  return null;
};

const isWanted = ({ statuses, term }: Wanted, { status, text, digits }: SearchRow): boolean =>
  statuses.has(status) && text !== null && matches(text, digits, term);

/** The ids of all customers that match, newest first. The record takes precedence over the change, and the change over the block. */
const idsOf = async (
  table: Table,
  partnerId: string,
  wanted: Wanted,
  { changes }: SomeChanges,
  { matches: inBlocks, created: { rows } }: InBlocks,
): Promise<readonly string[]> => {
  const asRecords = new Set(rows.map(({ id }) => id));
  const changed = changes.filter(({ id }) => !asRecords.has(id));
  const fresher = new Set([...asRecords, ...changed.map(({ id }) => id)]);
  const isLeft = (id: string): boolean => !fresher.has(id);
  const untold = [
    ...inBlocks.flatMap((block) => block.untold.filter(isLeft)),
    ...changed.filter(({ status, text }) => text === null && wanted.statuses.has(status)).map(({ id }) => id),
  ];
  const told = untold.length === 0 ? [] : await readRowsOf(table, partnerId, untold);
  const found = [...rows, ...changed, ...told].filter((row) => isWanted(wanted, row)).map(({ id }) => id);
  return [...inBlocks.flatMap((block) => block.found.filter(isLeft)), ...found].sort().reverse();
};

/**
 * A page of the matching customers, found with the partner's search index and read from the records.
 * One round trip for the head and the changes, one for the blocks and the new customers, one for the page.
 * @returns null when the index is not built yet, or is far behind
 */
export const searchIndex = async (
  table: Table,
  searched: Searched,
  wanted: Wanted,
  request: PageRequest,
): Promise<Page<Customer> | null> => {
  const { partnerId, sizes, now } = searched;
  const [head, changes] = await Promise.all([
    readSearchHead(table, partnerId),
    readChanges(table, partnerId, sizes, now, mostWaiting),
  ]);
  if (head?.isReady !== true) return null;
  const version = changes.isWhole ? await readVersion(table, searched, wanted, head) : null;
  const waiting = version?.created.rows.length ?? 0;
  if (version === null || isWorthFolding(version.blocks, changes.changes.length, waiting)) {
    await makeFoldDue(table, partnerId, now);
  }
  if (version?.created.isWhole !== true) return null;
  const ids = await idsOf(table, partnerId, wanted, changes, version);
  const first = firstIndexOf(request);
  const shown = ids.slice(first, first + request.pageSize).map((id) => keys.customer(partnerId, id));
  const items = (await getItems(table, shown)).filter((item) => item !== undefined);
  return pageOf(
    request,
    ids.length,
    items.map((item) => customerRecordOf(item).customer),
  );
};
