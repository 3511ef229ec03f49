import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { Lru } from '../../kernel/lru.ts';
import { seconds, type Milliseconds } from '../../kernel/time.ts';
import {
  appBudget,
  appCallsPerHour,
  appPausedBy,
  callsPerHour,
  emptyBudget,
  pausedBy,
  slotLength,
  take,
  usedPercent,
  type BudgetStore,
  type CallBudget,
} from '../../platform/budget.ts';
import { persist, type RetryPolicy } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { requireRevision } from '../table/put-clause.ts';
import type { Item, Table } from '../table/table.ts';

/** A business account's budget, and whether an instance is connected to one of its numbers. */
interface Existing {
  readonly budget: CallBudget;
  /** 0 without an item. */
  readonly revision: number;
  readonly hasInstance: boolean;
}

const budgetItem = z.object({
  slots: z.array(z.object({ start: z.number(), calls: z.number() })),
  blocked_until: z.number(),
  pauses: z._default(z.number(), 0),
  revision: z.number(),
});
const keyItem = z.object({ sk: z.string() });

/** One query for both: the budget sorts before the instances of the business account. */
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
  const { slots, blocked_until: blockedUntil, pauses, revision } = budgetItem.parse(found.item);
  return { budget: { slots, blockedUntil, pauses }, revision, hasInstance };
};

/** Longer than a slot counts. */
const kept: Milliseconds = 2 * 60 * 60_000;

const read = async (table: Table, wabaId: string): Promise<Existing> => {
  const { Items: items } = await table.client.send(new QueryCommand(existingParams(table.name, wabaId)));
  return existingBudget(wabaId, items ?? []);
};

const write = (
  table: Table,
  wabaId: string,
  { revision }: Existing,
  { slots, blockedUntil, pauses }: CallBudget,
  now: Milliseconds,
): Promise<void> =>
  requireRevision(table, revision, {
    ...keys.platformBudget(wabaId),
    slots,
    blocked_until: blockedUntil,
    pauses,
    ttl: seconds(Math.max(now, blockedUntil) + kept),
  });

/** Granted calls that were not made yet; valid in the slot of the grant. */
interface Lease {
  calls: number;
  readonly until: Milliseconds;
}

/** Bounds the memory. Forgotten calls are not made. */
const mostLeases = 10_000;

/** Receives the granted share of an account's hourly calls, in percent, at each grant. */
export type RecordUse = (wabaId: string, percent: number, now: Milliseconds) => void;

/** The call budgets in the table. An environment takes several calls at once and makes them without another write. */
export const platformBudgets = (
  table: Table,
  retryPolicy: RetryPolicy,
  recordUse: RecordUse = () => undefined,
): BudgetStore => {
  const leases = new Lru<Lease>(mostLeases);
  const asking = new Map<string, Promise<Milliseconds | null>>();

  /** Takes a lease, or returns when to retry. */
  const takeLease = (wabaId: string, now: Milliseconds): Promise<Milliseconds | null> =>
    persist(retryPolicy, async () => {
      const existing = await read(table, wabaId);
      const isApp = wabaId === appBudget;
      const limit = isApp ? appCallsPerHour : callsPerHour(existing.hasInstance);
      // One call at a time for the app, so that a pause holds in every environment at once.
      const taken = take(existing.budget, limit, now, isApp ? 1 : undefined);
      recordUse(wabaId, taken.kind === 'wait' ? 100 : usedPercent(taken.budget, limit), now);
      if (taken.kind === 'wait') return taken.retryAt;
      await write(table, wabaId, existing, taken.budget, now);
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
        const paused = (wabaId === appBudget ? appPausedBy : pausedBy)(existing.budget, usage, now);
        if (paused !== existing.budget) await write(table, wabaId, existing, paused, now);
      });
    },
  };
};
