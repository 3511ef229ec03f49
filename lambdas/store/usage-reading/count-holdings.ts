import * as z from 'zod/mini';
import { Contended } from '../../kernel/errors.ts';
import type { InstanceState } from '../../domain/instance.ts';
import { placesUntil, type Sizes } from '../../domain/size.ts';
import { instanceStatuses } from '../../domain/states/instance-states.ts';
import { slotStates } from '../../domain/states/slot-states.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { lineStateOf, type Holdings, type LineState } from '../../domain/usage/usage-day.ts';
import { daysAfter, utcDayOf, utcDaysBetween, type UtcDay } from '../../domain/usage/utc-day.ts';
import { persist } from '../table/commit.ts';
import { recordPartition } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Table } from '../table/table.ts';
import { readOlderActiveCustomers } from './counted-customers.ts';
import { readActiveChanges, readTransitions } from './day-facts.ts';

const stateItem = z.object({
  sk: z.string(),
  status: z.enum(instanceStatuses),
  slot_state: z.nullable(z.enum(slotStates)),
});

const readStates = async (
  table: Table,
  partnerId: string,
  place: number | null,
): Promise<readonly (readonly [id: string, state: InstanceState])[]> => {
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': recordPartition(partnerId, 'I', place) },
    ProjectionExpression: 'sk, #status, slot_state',
    ExpressionAttributeNames: { '#status': 'status' },
    ConsistentRead: true,
  });
  return items.map((item) => {
    const { sk, ...state } = stateItem.parse(item);
    return [sk, state];
  });
};

/** A partner's days from one on, up to the day after today: midnight may pass meanwhile. */
interface Since {
  readonly partnerId: string;
  readonly sizes: Sizes;
  readonly days: readonly UtcDay[];
  readonly now: Milliseconds;
}

/**
 * The instances at the beginning of the first day: their state now, or, when it has changed since, before the first of its transitions. An
 * instance that changes between the two reads has a transition, so nothing is missed.
 */
const countLines = async (
  table: Table,
  { partnerId, sizes, days, now }: Since,
): Promise<Pick<Holdings, 'slots' | 'lines'>> => {
  const read = await Promise.all(placesUntil(sizes, now).map((place) => readStates(table, partnerId, place)));
  const states = new Map<string, LineState>(read.flat().map(([id, state]) => [id, lineStateOf(state)]));
  const transitions = await Promise.all(days.map((day) => readTransitions(table, partnerId, sizes, day)));
  const latestFirst = transitions.flat().toSorted((one, other) => other.revision - one.revision);
  for (const { instanceId, before } of latestFirst) states.set(instanceId, before);
  const all = Array.from(states.values());
  return {
    slots: all.filter(({ isTaken }) => isTaken).length,
    lines: all.filter(({ isConnected }) => isConnected).length,
  };
};

/**
 * The active customers at the beginning of the first day: those there are, less what the facts since then have added. A new customer is in
 * one item with the fact. For the others, nothing may change between the reads. @throws Contended
 */
const countCustomers = async (table: Table, { partnerId, sizes, days, now }: Since): Promise<number> => {
  const changes = () => Promise.all(days.map((day) => readActiveChanges(table, { partnerId, sizes, day })));
  const before = await changes();
  const active = await readOlderActiveCustomers(table, partnerId, sizes, days, now);
  const after = await changes();
  const isSame = after.every((it, index) => it.gained === before[index]?.gained && it.lost === before[index].lost);
  if (!isSame) throw new Contended();
  return after.reduce((sum, { gained, lost }) => sum - gained + lost, active);
};

/**
 * What a partner had when a day began, of which all facts are recorded.
 * @throws ServiceError temporarily_unavailable when customers change all the time
 */
export const countHoldings = async (
  table: Table,
  partnerId: string,
  sizes: Sizes,
  day: UtcDay,
  now: Milliseconds,
): Promise<Holdings> => {
  const since = { partnerId, sizes, days: utcDaysBetween(day, daysAfter(utcDayOf(now), 1)), now };
  const lines = await countLines(table, since);
  const customers = await persist(table.retryPolicy, () => countCustomers(table, since));
  return { ...lines, customers };
};
