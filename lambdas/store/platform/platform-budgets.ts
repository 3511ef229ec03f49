import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, type PutCommandInput, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { seconds, type Milliseconds } from '../../domain/time.ts';
import {
  callsPerHour,
  emptyBudget,
  pausedBy,
  slotLength,
  take,
  usedPercent,
  type BudgetStore,
  type CallBudget,
} from '../../platform/budget.ts';
import { contended, persist, type RetryPolicy } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** A business account's budget as it was read, and whether a line of ours is connected to one of its numbers. */
interface Existing {
  readonly budget: CallBudget;
  /** 0: nothing was written yet. */
  readonly revision: number;
  readonly hasInstance: boolean;
}

const budgetItem = z.object({
  slots: z.array(z.object({ start: z.number(), calls: z.number() })),
  blocked_until: z.number(),
  revision: z.number(),
});
const keyItem = z.object({ sk: z.string() });

/** One query for both: in a business account's partition the budget stands first, and its lines after it. */
const existingParams = (table: string, wabaId: string): QueryCommandInput => ({
  TableName: table,
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': keys.platformBudget(wabaId).pk },
  Limit: 2,
  ConsistentRead: true,
});

const existingBudget = (wabaId: string, items: readonly Item[]): Existing => {
  const instancePrefix = keys.wabaInstance(wabaId, '', '').sk.slice(0, 2);
  const { sk: budgetKey } = keys.platformBudget(wabaId);
  const sorted = items.map((item) => ({ item, sk: keyItem.parse(item).sk }));
  const found = sorted.find(({ sk }) => sk === budgetKey);
  const hasInstance = sorted.some(({ sk }) => sk.startsWith(instancePrefix));
  if (found === undefined) return { budget: emptyBudget, revision: 0, hasInstance };
  const { slots, blocked_until: blockedUntil, revision } = budgetItem.parse(found.item);
  return { budget: { slots, blockedUntil }, revision, hasInstance };
};

/** Longer than a slot counts, so that what the table forgets by itself says nothing any more. */
const kept: Milliseconds = 2 * 60 * 60_000;

const budgetParams = (
  table: string,
  wabaId: string,
  { slots, blockedUntil }: CallBudget,
  revision: number,
  now: Milliseconds,
): PutCommandInput => ({
  TableName: table,
  Item: {
    ...keys.platformBudget(wabaId),
    slots,
    blocked_until: blockedUntil,
    revision,
    ttl: seconds(Math.max(now, blockedUntil) + kept),
  },
  ConditionExpression: revision === 1 ? 'attribute_not_exists(pk)' : 'revision = :read',
  ...(revision === 1 ? {} : { ExpressionAttributeValues: { ':read': revision - 1 } }),
});

const read = async (table: Table, wabaId: string): Promise<Existing> => {
  const { Items: items } = await table.client.send(new QueryCommand(existingParams(table.name, wabaId)));
  return existingBudget(wabaId, items ?? []);
};

const write = async (
  table: Table,
  wabaId: string,
  { revision }: Existing,
  budget: CallBudget,
  now: Milliseconds,
): Promise<void> => {
  try {
    await table.client.send(new PutCommand(budgetParams(table.name, wabaId, budget, revision + 1, now)));
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? contended() : error;
  }
};

/** Calls that were taken out of the table and not made yet; they are good for the slot they were granted in. */
interface Lease {
  calls: number;
  readonly until: Milliseconds;
}

/** Bounds the memory that business accounts can take; the calls that are forgotten are merely not made. */
const mostLeases = 10_000;

/** Hears how much of an account's calls in an hour is granted, in percent, whenever more of them are asked for. */
export type RecordUse = (wabaId: string, percent: number, now: Milliseconds) => void;

/** The call budgets in the table. Each environment takes a few calls at once and makes them without asking again. */
export const platformBudgets = (
  table: Table,
  retryPolicy: RetryPolicy,
  recordUse: RecordUse = () => undefined,
): BudgetStore => {
  const leases = new Map<string, Lease>();
  const asking = new Map<string, Promise<Milliseconds | null>>();

  /** Takes a lease; or tells when to try again. */
  const takeLease = (wabaId: string, now: Milliseconds): Promise<Milliseconds | null> =>
    persist(retryPolicy, async () => {
      const existing = await read(table, wabaId);
      const limit = callsPerHour(existing.hasInstance);
      const taken = take(existing.budget, limit, now);
      recordUse(wabaId, taken.kind === 'wait' ? 100 : usedPercent(taken.budget, limit), now);
      if (taken.kind === 'wait') return taken.retryAt;
      await write(table, wabaId, existing, taken.budget, now);
      if (leases.size >= mostLeases) leases.clear();
      leases.set(wabaId, { calls: taken.calls, until: (taken.budget.slots.at(-1)?.start ?? now) + slotLength });
      return null;
    });

  /** Concurrent calls share one lease. */
  const ask = (wabaId: string, now: Milliseconds): Promise<Milliseconds | null> => {
    const underWay = asking.get(wabaId);
    if (underWay !== undefined) return underWay;
    const asked = takeLease(wabaId, now).finally(() => asking.delete(wabaId));
    asking.set(wabaId, asked);
    return asked;
  };

  return {
    reserve: async (wabaId, now) => {
      for (;;) {
        const lease = leases.get(wabaId);
        if (lease !== undefined && lease.calls > 0 && now < lease.until) {
          lease.calls -= 1;
          return 'granted';
        }
        const retryAt = await ask(wabaId, now);
        if (retryAt !== null) return { retryAt };
      }
    },
    observe: async (wabaId, usage, now) => {
      leases.delete(wabaId);
      await persist(retryPolicy, async () => {
        const existing = await read(table, wabaId);
        const paused = pausedBy(existing.budget, usage, now);
        if (paused !== existing.budget) await write(table, wabaId, existing, paused, now);
      });
    },
  };
};
