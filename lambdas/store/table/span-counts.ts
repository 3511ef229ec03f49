import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { coarseLength, fineLength, type SpanCount } from '../../domain/directory.ts';
import type { Clause } from './commit.ts';
import { keys } from './keys.ts';
import { queryAll } from './query.ts';
import type { Item, Table } from './table.ts';

/** Counted records: customers and instances by status, notifications by category. */
export type Counted = 'C' | 'I' | 'N';

/** Coarse spans of creation time, and the fine spans within them. */
export type CountLevel = 'C' | 'F';

const prefixLength: Readonly<Record<CountLevel, number>> = { C: coarseLength, F: fineLength };

/** Each span has 8 counters, so that concurrent commits rarely contend. */
const laneOf = (id: string): string => String(parseInt(id.slice(-1), 16) % 8);

/** A record's change of status; `from` is null for a new record. */
export interface StatusMove {
  readonly id: string;
  readonly from: string | null;
  readonly to: string;
}

/** Adds to the counts of an id's spans by kind, with one write a level. */
const addClauses = (
  table: Table,
  partnerId: string,
  counted: Counted,
  id: string,
  counts: readonly (readonly [kind: string, count: number])[],
): readonly Clause[] => {
  const update = (level: CountLevel): NonNullable<Clause['write']['Update']> => ({
    TableName: table.name,
    Key: { ...keys.spanCount(partnerId, counted, level, id.slice(0, prefixLength[level]), laneOf(id)) },
    UpdateExpression: `ADD ${counts.map((_, index) => `#k${index} :n${index}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(counts.map(([kind], index) => [`#k${index}`, kind])),
    ExpressionAttributeValues: Object.fromEntries(counts.map(([, count], index) => [`:n${index}`, count])),
  });
  return [
    { name: 'the coarse span is counted', write: { Update: update('C') } },
    { name: 'the fine span is counted', write: { Update: update('F') } },
  ];
};

/** Counts the new records of one commit, whose kinds never change. */
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
  return addClauses(table, partnerId, counted, first, counts);
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
      );

const countItem = z.looseObject({ sk: z.string() });

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The sums of each span's counters over the wanted statuses. */
const spanCountsOf = (items: readonly Item[], wanted: ReadonlySet<string>): readonly SpanCount[] => {
  const byPrefix = new Map<string, number>();
  for (const item of items) {
    const counts = countItem.parse(item);
    const prefix = counts.sk.slice(2, -2);
    const here = Array.from(wanted).reduce((sum, status) => sum + numberOf(counts[status]), 0);
    byPrefix.set(prefix, (byPrefix.get(prefix) ?? 0) + here);
  }
  return Array.from(byPrefix, ([prefix, count]) => ({ prefix, count }));
};

const countsParams = (
  partnerId: string,
  counted: Counted,
  level: CountLevel,
  within: string,
): Omit<QueryCommandInput, 'TableName'> => ({
  KeyConditionExpression: 'pk = :pk AND begins_with(sk, :within)',
  ExpressionAttributeValues: {
    ':pk': keys.spanCount(partnerId, counted, level, '', '').pk,
    ':within': `${level}#${within}`,
  },
  ConsistentRead: true,
});

/** The counts of all spans of a level that begin with `within`. */
export const readCounts = async (
  table: Table,
  partnerId: string,
  counted: Counted,
  level: CountLevel,
  within: string,
  wanted: ReadonlySet<string>,
): Promise<readonly SpanCount[]> =>
  spanCountsOf(await queryAll(table, countsParams(partnerId, counted, level, within)), wanted);
