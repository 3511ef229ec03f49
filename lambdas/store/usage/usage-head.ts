import * as z from 'zod/mini';
import { dueAt } from '../../kernel/due.ts';
import { closesAt, countedAt, type Recount } from '../../domain/usage/closing.ts';
import { noHoldings, type Holdings } from '../../domain/usage/usage-day.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { contended, type Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys } from '../table/keys.ts';
import { findItems, getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { paused, type Changes } from '../table/work.ts';

const headItem = z.object({
  pk: z.string(),
  first_day: z.string(),
  next_day: z.string(),
  start: z.optional(z.object({ slots: z.number(), lines: z.number(), customers: z.number() })),
  recount_at: z.optional(z.string()),
});

/** How far a partner's usage is recorded and closed. */
export interface UsageHead {
  /** The first day that is recorded. */
  readonly firstDay: UtcDay;
  /** The first day that is not closed. */
  readonly nextDay: UtcDay;
  /** What the partner had when its first day began; null until it is counted. Of a new partner that is nothing. */
  readonly start: Holdings | null;
  /** Before, no read of the usage has large days that are open counted again; null when there are none. */
  readonly recountAt: Milliseconds | null;
}

export const usageHeadOf = (item: Item): UsageHead => {
  const { first_day: firstDay, next_day: nextDay, start = null, recount_at: at } = headItem.parse(item);
  return { firstDay, nextDay, start, recountAt: at === undefined ? null : Date.parse(at) };
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
        first_day: day,
        next_day: day,
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

/** The step that leaves the work until the next day can be closed, or until large days are counted again. */
export const waitsFor = (partnerId: string, nextDay: UtcDay, recount: Recount | null): Changes => {
  const closes = closesAt(nextDay, partnerId);
  return {
    ...paused(recount === null ? closes : Math.min(recount.due, closes)),
    next_day: nextDay,
    recount_at: recount === null ? undefined : isoOf(recount.earliest),
  };
};

/** The step that leaves the work until a time. */
export const waitsUntil = (time: Milliseconds, nextDay: UtcDay): Changes => ({ ...paused(time), next_day: nextDay });

/** Has the partner's large days counted soon, unless that was done a short time ago or a worker does it now. */
export const countAgain = async (table: Table, partnerId: string, at: Milliseconds): Promise<void> => {
  await tryUpdate(table, {
    Key: { ...keys.usageHead(partnerId) },
    UpdateExpression: 'SET due_at = :at',
    ConditionExpression:
      'due_at > :at AND attribute_not_exists(lease) AND (attribute_not_exists(recount_at) OR recount_at <= :at)',
    ExpressionAttributeValues: { ':at': isoOf(at) },
  });
};
