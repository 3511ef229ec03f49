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
import { firstIndexOf, type PageRequest } from '../../domain/paging.ts';
import { queryAll, type Query } from './query.ts';
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
const kindOf: Readonly<Record<Counted, string>> = { C: 'status', I: 'status', N: 'category' };

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
 * @param limited a query that returns less of a segment @returns the records, and among how many wanted ones
 */
export const readEvery = async (
  table: Table,
  records: Records,
  limited: (query: Query) => Query,
): Promise<{ readonly items: readonly Item[]; readonly among: number }> => {
  const coarse = await readCounts(table, records, 'C', '');
  const spans = await Promise.all(
    coarse.map((span) =>
      span.count > segmentSize ? readCounts(table, records, 'F', span.prefix) : Promise.resolve([span]),
    ),
  );
  const ranges = segments(spans.flat(), segmentSize);
  const found = await Promise.all(ranges.map((range) => newestOf(table, inRange(records, range).map(limited))));
  return { items: found.flat(), among: totalOf(coarse) };
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

/** Refines the crowded ends of a placement by their fine spans. */
const refine = async (
  spans: readonly SpanCount[],
  view: View,
  placement: Placement,
  size: number,
  fineOf: (prefix: string) => Promise<readonly SpanCount[]>,
): Promise<Placement> => {
  const isCrowded = (prefix: string): boolean =>
    spans.some((span) => span.prefix === prefix && prefix.length === coarseLength && span.count > crowded);
  const ends = new Set([placement.newest, placement.oldest].filter(isCrowded));
  if (ends.size === 0) return placement;
  const between = spans.filter((span) => span.prefix <= placement.newest && span.prefix >= placement.oldest);
  const refined = await Promise.all(
    between.map((span) => (ends.has(span.prefix) ? fineOf(span.prefix) : Promise.resolve([span]))),
  );
  return place(seenSpans(refined.flat(), view), placement.skip, size) ?? placement;
};

/** A page within `spans`: one round trip for fine counts of crowded spans, and one for the page. */
export const readPageOf = async (
  table: Table,
  records: Records,
  spans: readonly SpanCount[],
  view: View,
  request: PageRequest,
): Promise<{ readonly total: number; readonly items: readonly Item[] }> => {
  const seen = seenSpans(spans, view);
  const total = totalOf(seen);
  const found = place(seen, firstIndexOf(request), request.pageSize);
  if (found === null) return { total, items: [] };
  const placement = await refine(spans, view, found, request.pageSize, (prefix) =>
    readCounts(table, records, 'F', prefix),
  );
  const items = (await newestOf(table, inRange(records, rangeOf(placement)))).filter(view.isSeen);
  return { total, items: items.slice(placement.skip, placement.skip + request.pageSize) };
};

/**
 * A page of a partner's records, newest first, with the exact total. Each page, however deep, takes one round trip for
 * coarse counts, one for fine counts of crowded spans, and one for the records.
 */
export const readOrderedPage = async (
  table: Table,
  records: Records,
  request: PageRequest,
): Promise<{ readonly total: number; readonly items: readonly Item[] }> => {
  const coarse = await readCounts(table, records, 'C', '');
  return readPageOf(table, records, coarse, whole, request);
};
