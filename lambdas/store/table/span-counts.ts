import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { coarseLength, fineLength, type SpanCount } from '../../domain/directory.ts';
import { recordPlaces, recordShard, recordShards, sizedRanges, timeOfId, type Sizes } from '../../domain/size.ts';
import { utcDayOf, type UtcDay } from '../../domain/usage/utc-day.ts';
import { fewestLanes } from './count-lanes.ts';
import type { Clause } from './commit.ts';
import { keys, type Key } from './keys.ts';
import { queryAll } from './query.ts';
import type { Item, Table } from './table.ts';

/** Counted records: customers and instances by status, notifications by category, acts on the team by what was done. */
export type Counted = 'C' | 'I' | 'N' | 'A';

/** Coarse spans of creation time, and the fine spans within them. */
export type CountLevel = 'C' | 'F';

const prefixLength: Readonly<Record<CountLevel, number>> = { C: coarseLength, F: fineLength };

/** Where a span is counted. */
interface Lane {
  readonly place: number | null;
  readonly lane: string;
}

/**
 * Each span is counted in a few lanes, so that records made at once seldom meet on one item. Any lane will do, for
 * readers add up what there is: spread records have as many as their commits need, over as many partitions as they have.
 */
const slotFor = (table: Pick<Table, 'lanes'>, partnerId: string, id: string): Lane => {
  const ofId = parseInt(id.slice(-1), 16) % fewestLanes;
  if (recordShard(id) === null) return { place: null, lane: String(ofId) };
  const lane = table.lanes?.pick(partnerId) ?? ofId;
  return { place: lane % recordShards, lane: String(lane).padStart(3, '0') };
};

/** The item that counts the id's span of a level. */
const spanKeyOf = (
  table: Pick<Table, 'lanes'>,
  partnerId: string,
  counted: Counted,
  level: CountLevel,
  id: string,
): Key => {
  const { place, lane } = slotFor(table, partnerId, id);
  return keys.spanCount(partnerId, counted, place, level, id.slice(0, prefixLength[level]), lane);
};

/** A record's change of status; `from` is null for a new record. */
export interface StatusMove {
  readonly id: string;
  readonly from: string | null;
  readonly to: string;
}

/** Where a coarse span counts the records that were created on a day. */
export const createdAttribute = (day: UtcDay): string => `created ${day}`;

type Counts = readonly (readonly [kind: string, count: number])[];

/** New customers are also counted by the day of their creation, for usage. @param id one of those that one commit makes */
const createdCounts = (counted: Counted, id: string, count: number): Counts =>
  counted === 'C' ? [[createdAttribute(utcDayOf(timeOfId(id))), count]] : [];

/** Adds to the counts of an id's spans by kind, with one write a level. A conflict asks for more lanes. */
const addClauses = (
  table: Table,
  partnerId: string,
  counted: Counted,
  id: string,
  counts: Counts,
  coarse: Counts = [],
): readonly Clause[] => {
  const met = (): void => {
    table.lanes?.met(partnerId);
  };
  const update = (level: CountLevel, counts: Counts): NonNullable<Clause['write']['Update']> => ({
    TableName: table.name,
    Key: { ...spanKeyOf(table, partnerId, counted, level, id) },
    UpdateExpression: `ADD ${counts.map((_, index) => `#k${index} :n${index}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(counts.map(([kind], index) => [`#k${index}`, kind])),
    ExpressionAttributeValues: Object.fromEntries(counts.map(([, count], index) => [`:n${index}`, count])),
  });
  return [
    { name: 'the coarse span is counted', write: { Update: update('C', [...counts, ...coarse]) }, met },
    { name: 'the fine span is counted', write: { Update: update('F', counts) }, met },
  ];
};

/** Counts the new records of one commit, which are made at one time. */
export const newRecordsClauses = (
  table: Table,
  partnerId: string,
  counted: Counted,
  ids: readonly string[],
  kinds: readonly string[],
): readonly Clause[] => {
  const [first] = ids;
  if (first === undefined) return [];
  const counts = Array.from(
    Map.groupBy(kinds, (kind) => kind),
    ([kind, of]) => [kind, of.length] as const,
  );
  return addClauses(table, partnerId, counted, first, counts, createdCounts(counted, first, ids.length));
};

/** The counts change in the commit that changes the record, so totals are exact. */
export const countClauses = (
  table: Table,
  partnerId: string,
  counted: Counted,
  { id, from, to }: StatusMove,
): readonly Clause[] =>
  from === to
    ? []
    : addClauses(
        table,
        partnerId,
        counted,
        id,
        from === null
          ? [[to, 1]]
          : [
              [to, 1],
              [from, -1],
            ],
        from === null ? createdCounts(counted, id, 1) : [],
      );

const countItem = z.looseObject({ sk: z.string() });

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The sums of each span's counters over the wanted statuses. */
const spanCountsOf = (items: readonly Item[], wanted: ReadonlySet<string>): readonly SpanCount[] => {
  const byPrefix = new Map<string, number>();
  for (const item of items) {
    const counts = countItem.parse(item);
    const [, prefix = ''] = counts.sk.split('#');
    const here = Array.from(wanted).reduce((sum, status) => sum + numberOf(counts[status]), 0);
    byPrefix.set(prefix, (byPrefix.get(prefix) ?? 0) + here);
  }
  return Array.from(byPrefix, ([prefix, count]) => ({ prefix, count }));
};

const countsParams = (pk: string, level: CountLevel, within: string): Omit<QueryCommandInput, 'TableName'> => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :within)',
  ExpressionAttributeValues: { ':pk': pk, ':within': `${level}#${within}` },
  ConsistentRead: true,
});

/** Records of a partner, as they are counted. */
export interface CountedRecords {
  readonly partnerId: string;
  readonly counted: Counted;
  readonly sizes: Sizes;
  readonly wanted: ReadonlySet<string>;
}

/** The counts of all spans of a level that begin with `within`, wherever they are counted. */
export const readCounts = async (
  table: Table,
  { partnerId, counted, sizes, wanted }: CountedRecords,
  level: CountLevel,
  within: string,
): Promise<readonly SpanCount[]> => {
  const inForce = new Set(sizedRanges(sizes, { from: within, to: `${within}~` }).map(({ size }) => size));
  const partitions = Array.from(inForce, (size) => recordPlaces[size])
    .flat()
    .map((place) => keys.spanCount(partnerId, counted, place, level, '', '').pk);
  const items = await Promise.all(partitions.map((pk) => queryAll(table, countsParams(pk, level, within))));
  return spanCountsOf(items.flat(), wanted);
};
