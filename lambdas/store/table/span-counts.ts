import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { coarseLength, fineLength, type SpanCount } from '../../domain/directory.ts';
import type { Clause } from './commit.ts';
import { keys } from './keys.ts';
import { queryAll } from './query.ts';
import type { Item, Table } from './table.ts';

/** What is counted: a partner's customers and instances by their status, what its members are told by category. */
export type Counted = 'C' | 'I' | 'N';

/** Levels of the counts: coarse spans of creation time, and the fine spans within one. */
export type CountLevel = 'C' | 'F';

const prefixLength: Readonly<Record<CountLevel, number>> = { C: coarseLength, F: fineLength };

/** Each span is counted in a few lanes, so that records made at once seldom meet on one item. */
const laneOf = (id: string): string => String(parseInt(id.slice(-1), 16) % 8);

/** A record that enters a status, leaves one, or both. */
export interface StatusMove {
  readonly id: string;
  readonly from: string | null;
  readonly to: string;
}

const countParams = (
  table: string,
  partnerId: string,
  counted: Counted,
  level: CountLevel,
  move: StatusMove,
): NonNullable<Clause['write']['Update']> => {
  const prefix = move.id.slice(0, prefixLength[level]);
  const leaving = move.from === null ? '' : ', #from :minus';
  return {
    TableName: table,
    Key: { ...keys.spanCount(partnerId, counted, level, prefix, laneOf(move.id)) },
    UpdateExpression: `ADD #to :plus${leaving}`,
    ExpressionAttributeNames: { '#to': move.to, ...(move.from === null ? {} : { '#from': move.from }) },
    ExpressionAttributeValues: { ':plus': 1, ...(move.from === null ? {} : { ':minus': -1 }) },
  };
};

/** Records of one commit that are counted by what they are when they are made, and never changed: one write a level. */
export const newRecordsClauses = (
  table: Table,
  partnerId: string,
  counted: Counted,
  ids: readonly string[],
  kinds: readonly string[],
): readonly Clause[] => {
  const [first] = ids;
  if (first === undefined) return [];
  const counts = Array.from(Map.groupBy(kinds, (kind) => kind));
  const update = (level: CountLevel): NonNullable<Clause['write']['Update']> => ({
    TableName: table.name,
    Key: { ...keys.spanCount(partnerId, counted, level, first.slice(0, prefixLength[level]), laneOf(first)) },
    UpdateExpression: `ADD ${counts.map((_, index) => `#k${index} :n${index}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(counts.map(([kind], index) => [`#k${index}`, kind])),
    ExpressionAttributeValues: Object.fromEntries(counts.map(([, of], index) => [`:n${index}`, of.length])),
  });
  return [
    { name: 'the coarse span is counted', write: { Update: update('C') } },
    { name: 'the fine span is counted', write: { Update: update('F') } },
  ];
};

/** The counts change in the commit that changes the record, so totals are exact at any moment. */
export const countClauses = (table: Table, partnerId: string, counted: Counted, move: StatusMove): readonly Clause[] =>
  move.from === move.to
    ? []
    : [
        {
          name: 'the coarse span is counted',
          write: { Update: countParams(table.name, partnerId, counted, 'C', move) },
        },
        { name: 'the fine span is counted', write: { Update: countParams(table.name, partnerId, counted, 'F', move) } },
      ];

const countItem = z.looseObject({ sk: z.string() });

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Sums the lanes of each span over the wanted statuses. */
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
