import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { place, rangeOf, totalOf, type IdRange, type Placement, type SpanCount } from '../domain/directory.ts';
import { firstIndexOf, type PageRequest } from '../domain/paging.ts';
import { queryAll } from './query.ts';
import { readCounts, type Counted } from './span-counts.ts';
import type { Item, Table } from './table.ts';

export type Query = Omit<QueryCommandInput, 'TableName'>;

/** A partner's records of one sort: where they stand, and how they are counted. */
export interface Records {
  readonly partnerId: string;
  readonly pk: string;
  readonly counted: Counted;
  readonly wanted: ReadonlySet<string>;
}

/** Above this many records in a coarse span, its fine spans are looked at. */
const crowded = 200;

/** The wanted records of a range, newest first. */
export const inRange = ({ pk, wanted }: Records, range: IdRange): Query => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
  FilterExpression: `#status IN (${Array.from(wanted, (_, index) => `:s${index}`).join(', ')})`,
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: {
    ':pk': pk,
    ':from': range.from,
    ':to': range.to,
    ...Object.fromEntries(Array.from(wanted, (status, index) => [`:s${index}`, status])),
  },
  ScanIndexForward: false,
  ConsistentRead: true,
});

/** Narrows a placement by the fine spans of its crowded ends. */
const refine = async (
  coarse: readonly SpanCount[],
  placement: Placement,
  size: number,
  fineOf: (prefix: string) => Promise<readonly SpanCount[]>,
): Promise<Placement> => {
  const countOf = (prefix: string): number => coarse.find((span) => span.prefix === prefix)?.count ?? 0;
  const ends = new Set([placement.newest, placement.oldest].filter((prefix) => countOf(prefix) > crowded));
  if (ends.size === 0) return placement;
  const between = coarse.filter((span) => span.prefix <= placement.newest && span.prefix >= placement.oldest);
  const spans = await Promise.all(
    between.map((span) => (ends.has(span.prefix) ? fineOf(span.prefix) : Promise.resolve([span]))),
  );
  return place(spans.flat(), placement.skip, size) ?? placement;
};

/**
 * A page of a partner's records, newest first, with the exact total, whatever its depth: one round trip for the
 * coarse counts, one for the fine counts where records are crowded, one for the page.
 */
export const readOrderedPage = async (
  table: Table,
  records: Records,
  request: PageRequest,
): Promise<{ readonly total: number; readonly items: readonly Item[] }> => {
  const { partnerId, counted, wanted } = records;
  const coarse = await readCounts(table, partnerId, counted, 'C', '', wanted);
  const total = totalOf(coarse);
  const found = place(coarse, firstIndexOf(request), request.pageSize);
  if (found === null) return { total, items: [] };
  const placement = await refine(coarse, found, request.pageSize, (prefix) =>
    readCounts(table, partnerId, counted, 'F', prefix, wanted),
  );
  const items = await queryAll(table, inRange(records, rangeOf(placement)));
  return { total, items: items.slice(placement.skip, placement.skip + request.pageSize) };
};
