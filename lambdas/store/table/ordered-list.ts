import {
  coarseLength,
  place,
  rangeOf,
  segments,
  totalOf,
  type IdRange,
  type Placement,
  type SpanCount,
} from '../../domain/directory.ts';
import { sizedRanges, type SizeName } from '../../domain/size.ts';
import {
  firstIndexOf,
  partOf,
  type Found,
  type ListRequest,
  type PageRequest,
  type WalkRequest,
} from '../../domain/paging.ts';
import { queryAll, queryFirst, type Query } from './query.ts';
import { readCounts, type Counted, type CountedRecords } from './span-counts.ts';
import type { Item, Table } from './table.ts';

/** A partner's records of one kind: where they are, and how they are counted. */
export interface Records extends CountedRecords {
  /** Where those stand that were made under a size. */
  readonly partitions: (size: SizeName) => readonly string[];
}

/** A coarse span with more records is refined by its fine spans. */
const crowded = 200;

/** The attribute by which records are counted and filtered. */
const kindOf: Readonly<Record<Counted, string>> = { C: 'status', I: 'status', N: 'category', A: 'action' };

/** The wanted records of a range that stand in one partition, newest first. */
const inPartition = ({ counted, wanted }: Records, pk: string, range: IdRange): Query => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
  FilterExpression: `#kind IN (${Array.from(wanted, (_, index) => `:s${index}`).join(', ')})`,
  ExpressionAttributeNames: { '#kind': kindOf[counted] },
  ExpressionAttributeValues: {
    ':pk': pk,
    ':from': range.from,
    ':to': range.to,
    ...Object.fromEntries(Array.from(wanted, (status, index) => [`:s${index}`, status])),
  },
  ScanIndexForward: false,
  ConsistentRead: true,
});

/** A query for each place where records of the range may stand. */
export const inRange = (records: Records, range: IdRange): readonly Query[] =>
  sizedRanges(records.sizes, range).flatMap((part) =>
    records.partitions(part.size).map((pk) => inPartition(records, pk, part)),
  );

const idOf = (item: Item): string => String(item['sk']);

/** What the queries find together, newest first. */
export const newestOf = async (table: Table, queries: readonly Query[]): Promise<readonly Item[]> => {
  const found = await Promise.all(queries.map((query) => queryAll(table, query)));
  const [only = []] = found;
  return found.length === 1 ? only : found.flat().sort((left, right) => (idOf(left) < idOf(right) ? 1 : -1));
};

/** A segment of a scan reads about this many records: well under DynamoDB's page of 1 MB. */
const segmentSize = 800;

/**
 * Every wanted record, newest first, in segments that are read in parallel: one round trip for the coarse counts, one for the
 * fine counts, one for the segments.
 * @param limited a query that returns less of each record @param pick what is kept of a segment
 * @returns what is kept, and of how many records
 */
export const readEvery = async <One>(
  table: Table,
  records: Records,
  limited: (query: Query) => Query,
  pick: (items: readonly Item[]) => readonly One[],
): Promise<{ readonly found: readonly One[]; readonly among: number }> => {
  const coarse = await readCounts(table, records, 'C', '');
  const spans = await Promise.all(
    coarse.map((span) =>
      span.count > segmentSize ? readCounts(table, records, 'F', span.prefix) : Promise.resolve([span]),
    ),
  );
  const ranges = segments(spans.flat(), segmentSize);
  const found = await Promise.all(
    ranges.map(async (range) => pick(await newestOf(table, inRange(records, range).map(limited)))),
  );
  return { found: found.flat(), among: totalOf(coarse) };
};

/** A filter that the counts do not reflect. */
export interface View {
  /** The number of a span's records that pass. */
  readonly seenIn: (span: SpanCount) => number;
  readonly isSeen: (item: Item) => boolean;
}

const whole: View = { seenIn: (span) => span.count, isSeen: () => true };

const seenSpans = (spans: readonly SpanCount[], view: View): readonly SpanCount[] =>
  spans.map((span) => ({ prefix: span.prefix, count: view.seenIn(span) }));

/** The spans with the fine spans of the crowded ends of a placement. */
const refined = async (
  table: Table,
  records: Records,
  spans: readonly SpanCount[],
  { newest, oldest }: Placement,
): Promise<readonly SpanCount[]> => {
  const isCrowdedEnd = ({ prefix, count }: SpanCount): boolean =>
    (prefix === newest || prefix === oldest) && prefix.length === coarseLength && count > crowded;
  if (!spans.some(isCrowdedEnd)) return spans;
  const fine = await Promise.all(
    spans.map((span) => (isCrowdedEnd(span) ? readCounts(table, records, 'F', span.prefix) : Promise.resolve([span]))),
  );
  return fine.flat();
};

/** What the spans of a placement hold, newest first. */
const readPlaced = async (table: Table, records: Records, view: View, range: IdRange): Promise<readonly Item[]> =>
  (await newestOf(table, inRange(records, range))).filter(view.isSeen);

/** What they hold before `end`. When that is more than wanted, and in one partition, the rest may be missing. */
const readBefore = async (
  table: Table,
  records: Records,
  { isSeen }: View,
  { from, to }: IdRange,
  end: string,
  wanted: number,
): Promise<readonly Item[]> => {
  const seenOf = (items: readonly Item[]): readonly Item[] => items.filter((item) => isSeen(item) && idOf(item) < end);
  const queries = inRange(records, { from, to: to < end ? to : end });
  const [query] = queries;
  if (query === undefined || queries.length > 1) return seenOf(await newestOf(table, queries));
  // One of them more, which shows whether there is more, and the one at the end.
  return seenOf(await queryFirst(table, query, wanted + 2, (items) => seenOf(items).length > wanted));
};

/** The total is that of the records where they were read: more may have come since the counts were read. */
const readNumbered = async (
  table: Table,
  records: Records,
  spans: readonly SpanCount[],
  view: View,
  request: PageRequest,
): Promise<Found<Item>> => {
  const [first, size] = [firstIndexOf(request), request.pageSize];
  const coarse = place(seenSpans(spans, view), first, size);
  if (coarse === null) return { total: totalOf(seenSpans(spans, view)), items: [], next: null };
  const seen = seenSpans(await refined(table, records, spans, coarse), view);
  const placement = place(seen, first, size) ?? coarse;
  const range = rangeOf(placement);
  const items = await readPlaced(table, records, view, range);
  const elsewhere = seen.filter(({ prefix }) => prefix < range.from || prefix > range.to);
  return {
    total: totalOf(elsewhere) + items.length,
    items: items.slice(placement.skip, placement.skip + size),
    next: null,
  };
};

/** A part is read in two steps, unless records change at the same time. Then it may be short, or empty. */
const mostSteps = 4;

/**
 * The records after one, whether it is still there or not. Counts say only where to read: a span of which some records are before is
 * read from there on, and then the next spans until the part is full.
 */
const readAfter = async (
  table: Table,
  records: Records,
  spans: readonly SpanCount[],
  view: View,
  request: WalkRequest,
): Promise<Found<Item>> => {
  const items: Item[] = [];
  // All records with ids from `end` on are before this part, or in it.
  let [left, end] = [spans, request.after ?? '~'];
  const seenLeft = (): readonly SpanCount[] =>
    seenSpans(
      left.filter(({ prefix }) => prefix < end),
      view,
    );
  for (let steps = 0; items.length < request.pageSize && steps < mostSteps;) {
    const wanted = request.pageSize - items.length;
    const placement = place(seenLeft(), 0, wanted);
    if (placement === null) break;
    const finer = await refined(table, records, left, placement);
    if (finer !== left) {
      left = finer;
      continue;
    }
    const range = rangeOf(placement);
    items.push(...(await readBefore(table, records, view, range, end, wanted)));
    end = range.from;
    steps += 1;
  }
  const part = partOf(request, items, idOf);
  const rest = totalOf(seenLeft()) > 0 ? end : null;
  return {
    items: part.items,
    total: Math.max(totalOf(seenSpans(spans, view)), part.items.length),
    next: part.next ?? rest,
  };
};

/** A page within `spans`: one round trip for fine counts of crowded spans, and one for the page. */
export const readPageOf = (
  table: Table,
  records: Records,
  spans: readonly SpanCount[],
  view: View,
  request: ListRequest,
): Promise<Found<Item>> =>
  'page' in request
    ? readNumbered(table, records, spans, view, request)
    : readAfter(table, records, spans, view, request);

/**
 * A page of a partner's records, newest first, with the exact total. Each page, however deep, takes one round trip for
 * coarse counts, one for fine counts of crowded spans, and one for the records; a part of a walk may take one more of each.
 * @param since the first coarse span of the list
 */
export const readOrderedPage = async (
  table: Table,
  records: Records,
  request: ListRequest,
  since = '',
): Promise<Found<Item>> => {
  const coarse = await readCounts(table, records, 'C', '');
  const listed = coarse.filter(({ prefix }) => prefix >= since);
  return readPageOf(table, records, listed, whole, request);
};
