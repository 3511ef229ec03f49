import * as z from 'zod/mini';
import { dueAt } from '../../domain/due.ts';
import { closesAt, countedAt } from '../../domain/usage/closing.ts';
import { noHoldings, type Holdings } from '../../domain/usage/usage-day.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { findItems, getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { paused, type Changes } from '../table/work.ts';

const headItem = z.object({
  pk: z.string(),
  first_day: z.string(),
  next_day: z.string(),
  start: z.optional(z.object({ slots: z.number(), lines: z.number(), customers: z.number() })),
});

/** How far a partner's usage is recorded and closed. */
export interface UsageHead {
  /** The first day that is recorded. */
  readonly firstDay: UtcDay;
  /** The first day that is not closed. */
  readonly nextDay: UtcDay;
  /** What the partner had when its first day began; null until it is counted. Of a new partner that is nothing. */
  readonly start: Holdings | null;
}

export const usageHeadOf = (item: Item): UsageHead => {
  const { first_day: firstDay, next_day: nextDay, start = null } = headItem.parse(item);
  return { firstDay, nextDay, start };
};

/** Null for a partner whose usage has not begun: see beginUsageClause. */
export const readUsageHead = async (table: Table, partnerId: string): Promise<UsageHead | null> => {
  const item = await getItem(table, keys.usageHead(partnerId));
  return item === undefined ? null : usageHeadOf(item);
};

/** The partners whose usage has not begun. */
export const withoutUsage = async (table: Table, partnerIds: readonly string[]): Promise<readonly string[]> => {
  const found = await findItems(table, partnerIds.map(keys.usageHead), true);
  const begun = new Set(found.map((item) => headItem.parse(item).pk));
  return partnerIds.filter((id) => !begun.has(keys.usageHead(id).pk));
};

const headClause = (
  table: Table,
  partnerId: string,
  day: UtcDay,
  start: Holdings | null,
  due: Milliseconds,
): Clause => ({
  name: "the partner's usage begins",
  write: {
    Put: {
      TableName: table.name,
      Item: {
        ...keys.usageHead(partnerId),
        ...{ first_day: day, next_day: day },
        ...(start !== null && { start }),
        ...dueAt('usageClose', partnerId, due),
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  },
  refuse: contended,
});

/** Begins the usage of a new partner, which has nothing yet. */
export const newUsageClause = (table: Table, partnerId: string, day: UtcDay): Clause =>
  headClause(table, partnerId, day, noHoldings, closesAt(day, partnerId));

/** Begins the usage of a partner from before usage was recorded, with a day in the future. What it has then is counted on that day. */
export const beginUsageClause = (table: Table, partnerId: string, day: UtcDay): Clause =>
  headClause(table, partnerId, day, null, countedAt(day, partnerId));

/** The step after what the partner had was counted. */
export const startsWith = (partnerId: string, day: UtcDay, start: Holdings): Changes => ({
  ...paused(closesAt(day, partnerId)),
  start,
});

/** The step that leaves the work until the next day can be closed. */
export const waitsFor = (partnerId: string, nextDay: UtcDay): Changes => ({
  ...paused(closesAt(nextDay, partnerId)),
  next_day: nextDay,
});
