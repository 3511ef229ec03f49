import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { mapLimited } from '../../kernel/map-limited.ts';
import { byName, templateName, type PlacedTemplate, type TemplateName } from '../../domain/template-name.ts';
import type { WalkRequest } from '../../domain/paging.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { chunkNumberOf, lastChunk, partOf } from './directory.ts';
import { unpackTemplateRows } from './template-codec.ts';

interface FoundNames {
  readonly names: readonly TemplateName[];
  /** The place after which the next part begins; null at the end. */
  readonly next: string | null;
}

/** As many queries run at once. */
const atOnce = 16;
/** After so many queries a call answers with what it has: a partner may have many accounts, and few names in each span. */
const mostQueries = 400;
/**
 * As many chunks are read before names are counted, of a hundred templates each: what a call takes, and re-reads for its next page, does not grow
 * with the accounts.
 */
const mostChunks = 1_000;
/** Chunks of an account in a query: far below the 1 MB of its page. */
const longestSpan = 16;
/** As many accounts of a variant are named in a list of names. */
const fewIds = 5;

const rowsItem = z.object({ rows: z.instanceof(Uint8Array) });

const placedIn = (wabaId: string, items: readonly (Item | undefined)[]): readonly PlacedTemplate[] =>
  items.flatMap((item) =>
    item === undefined ? [] : unpackTemplateRows(rowsItem.parse(item).rows).map((row) => ({ wabaId, row })),
  );

/** Names follow each other by their chunks, and in a chunk by their hashes: a place is as long for each name. */
const placeOf = (name: string): string =>
  `${partOf(chunkNumberOf(name))}.${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;

/** The form of a place. */
export const namePlace = /^[0-3][\da-f]\.[\da-f]{24}$/;

/** Of an account, the templates in a span of chunks. Without their bodies, which are most of them. */
const readSpan = async (
  table: Table,
  partnerId: string,
  wabaId: string,
  [first, last]: readonly [first: number, last: number],
): Promise<readonly PlacedTemplate[]> => {
  const { pk, sk } = keys.templateChunk(partnerId, wabaId, partOf(first));
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeNames: { '#rows': 'rows' },
    ExpressionAttributeValues: {
      ':pk': pk,
      ':first': sk,
      ':last': keys.templateChunk(partnerId, wabaId, partOf(last)).sk,
    },
    ProjectionExpression: '#rows',
  });
  return placedIn(wabaId, items);
};

/** The templates of a name, with all accounts that have it: one item of each. */
export const readName = async (
  table: Table,
  partnerId: string,
  wabaIds: readonly string[],
  name: string,
): Promise<readonly TemplateName[]> => {
  const part = partOf(chunkNumberOf(name));
  const wanted = wabaIds.map((wabaId) => keys.templateChunk(partnerId, wabaId, part));
  const items = await getItems(table, wanted, false);
  const placed = wabaIds.flatMap((wabaId, index) => placedIn(wabaId, [items[index]]));
  return byName(placed.filter(({ row }) => row.name === name)).map((alike) => templateName(alike, wabaIds.length));
};

/** Those of the names of a span that follow a place, with their places. */
const followingIn = (placed: readonly PlacedTemplate[], after: string | null, part: string) =>
  byName(placed)
    .map((alike) => ({ alike, place: placeOf(alike[0].row.name) }))
    .filter(({ alike, place }) => (after === null || place > after) && alike[0].row.name.toLowerCase().includes(part))
    .toSorted((left, right) => (left.place < right.place ? -1 : 1));

/** The last chunk of a span of all accounts. */
const spanEnd = (first: number, accounts: number): number =>
  Math.min(lastChunk, first + Math.max(1, Math.min(longestSpan, Math.floor(mostChunks / Math.max(1, accounts)))) - 1);

/** A part of the names of the templates of some accounts. It may have fewer than the request takes, when others follow. */
export const readNames = async (
  table: Table,
  partnerId: string,
  wabaIds: readonly string[],
  part: string,
  { after, pageSize }: Pick<WalkRequest, 'after' | 'pageSize'>,
): Promise<FoundNames> => {
  let found: ReturnType<typeof followingIn> = [];
  let first: number | null = after === null ? 0 : parseInt(after.slice(0, 2), 16);
  for (
    let queries = 0;
    first !== null && queries < mostQueries && found.length <= pageSize;
    queries += wabaIds.length
  ) {
    const span: readonly [number, number] = [first, spanEnd(first, wabaIds.length)];
    const placed = await mapLimited(wabaIds, atOnce, (wabaId) => readSpan(table, partnerId, wabaId, span));
    found = found.concat(followingIn(placed.flat(), after, part.toLowerCase()));
    first = span[1] < lastChunk ? span[1] + 1 : null;
  }
  const here = found.slice(0, pageSize);
  const names = here.map(({ alike }) => templateName(alike, fewIds));
  if (found.length > pageSize) return { names, next: here.at(-1)?.place ?? null };
  return { names, next: first === null ? null : `${partOf(first)}.${'0'.repeat(24)}` };
};
