import * as z from 'zod/mini';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import type { DayFacts } from '../../domain/usage/usage-day.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import { tryPut } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { factTtl } from './fact-ttl.ts';

const factsItem = z.object({
  facts: z.object({
    lines: z.object({
      mostTaken: z.number(),
      newlyTaken: z.number(),
      newlyConnected: z.number(),
      slots: z.number(),
      lines: z.number(),
    }),
    customers: z.number(),
    delivered: z.number(),
    reports: z.number(),
    calls: z.number(),
  }),
});

/** Keeps the facts of a large day that is open as they were counted, for those who read it. A count that began earlier replaces none. */
export const keepOpenDay = async (
  table: Table,
  partnerId: string,
  day: UtcDay,
  facts: DayFacts,
  countedAt: Milliseconds,
): Promise<void> => {
  const counted = isoOf(countedAt);
  await tryPut(table, {
    Item: { ...keys.usageDay(partnerId, 'O', day), facts, counted_at: counted, ttl: factTtl(day) },
    ConditionExpression: 'attribute_not_exists(pk) OR counted_at < :at',
    ExpressionAttributeValues: { ':at': counted },
  });
};

/** The facts of an open day as they were last counted; null when it was not large then. */
export const readOpenDay = async (table: Table, partnerId: string, day: UtcDay): Promise<DayFacts | null> => {
  const item = await getItem(table, keys.usageDay(partnerId, 'O', day));
  return item === undefined ? null : factsItem.parse(item).facts;
};

/** For what a large day is counted. */
export type Pass = 'close' | 'review';

const partPrefix = (pass: Pass): string => `S#${pass}#`;

/** The distinct ids of a part of a day. */
interface PartCount {
  readonly all: number;
  readonly single: number;
}

const partItem = z.object({ sk: z.string(), all: z.number(), single: z.number() });

/** Keeps what a part of a large day comes to, so that the next worker does not count it again. */
export const keepPart = async (
  table: Table,
  partnerId: string,
  day: UtcDay,
  pass: Pass,
  name: string,
  { all, single }: PartCount,
): Promise<void> => {
  const key = keys.usageFact(partnerId, day, null, `${partPrefix(pass)}${name}`);
  await tryPut(table, { Item: { ...key, all, single, ttl: factTtl(day) } });
};

/** The parts of a large day that were counted, by name. */
export const readParts = async (
  table: Table,
  partnerId: string,
  day: UtcDay,
  pass: Pass,
): Promise<ReadonlyMap<string, PartCount>> => {
  const prefix = partPrefix(pass);
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': keys.usageFact(partnerId, day, null, '').pk, ':prefix': prefix },
    ConsistentRead: true,
  });
  return new Map(
    items.map((item) => {
      const { sk, all, single } = partItem.parse(item);
      return [sk.slice(prefix.length), { all, single }];
    }),
  );
};
