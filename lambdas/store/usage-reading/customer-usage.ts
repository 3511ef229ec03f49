import * as z from 'zod/mini';
import { ofHistory } from '../../domain/history.ts';
import { invalid } from '../../kernel/errors.ts';
import { instanceStatuses } from '../../domain/states/instance-states.ts';
import { slotStates } from '../../domain/states/slot-states.ts';
import { CustomerTally, type UsageStep } from '../../domain/usage/customer-tally.ts';
import { lineStateOf, type Usage } from '../../domain/usage/usage-day.ts';
import type { UsageRange } from '../../domain/usage/usage-range.ts';
import { startOfUtcDay, utcDayOf, type UtcDay } from '../../domain/usage/utc-day.ts';
import { day } from '../../kernel/time.ts';
import { unpackEntry, type EntryEvent } from '../customers/packed-entry.ts';
import { entrySortPrefix, keys } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import { readUsageHead } from '../usage/usage-head.ts';

/** The most entries of the histories that one call reads. They take about 2,300 read units. */
export const mostEntries = 20_000;

const stepItem = z.object({ entry: z.unknown(), event_first_delivered: z._default(z.nullable(z.string()), null) });

const movedLine = z.object({
  instance: z.object({ status: z.enum(instanceStatuses), slot_state: z.nullable(z.enum(slotStates)) }),
});

/** An erasure removes the data of events. */
const movedIn = (event: EntryEvent | null): UsageStep['moved'] => {
  const moved = movedLine.safeParse(event?.data);
  return moved.success ? lineStateOf(moved.data.instance) : null;
};

const stepOf = (ownerId: string, item: Item): UsageStep => {
  const { entry: packed, event_first_delivered: firstDelivered } = stepItem.parse(item);
  const { entry, event } = unpackEntry(packed);
  const { event: name, previous, new: next, related, created_at: at } = ofHistory(entry);
  const moved = name === 'instance_moved' ? movedIn(event) : null;
  return { ownerId, at: Date.parse(at), entry: { event: name, previous, new: next, related }, moved, firstDelivered };
};

/** A customer's history, oldest first. @throws ServiceError validation_failed when it has more than `most` entries */
const readSteps = async (
  table: Table,
  partnerId: string,
  ownerId: string,
  most: number,
): Promise<readonly UsageStep[]> => {
  const steps: UsageStep[] = [];
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    ExpressionAttributeValues: { ':pk': keys.historyEntry(partnerId, ownerId, 0).pk, ':entry': entrySortPrefix },
    ProjectionExpression: 'entry, event_first_delivered',
  });
  for await (const page of pages) {
    if (steps.length + page.length > most) {
      const why = `must name a customer with at most ${mostEntries} history entries, with those of merged customers`;
      throw invalid('customer_id', 'maximum', `customer_id ${why}`);
    }
    // A commit may have an earlier time than the one before it, by a millisecond or so.
    for (const item of page) {
      const step = stepOf(ownerId, item);
      steps.push({ ...step, at: Math.max(step.at, steps.at(-1)?.at ?? 0) });
    }
  }
  return steps;
};

/** The customers that lines of a history came from, when it does not say in which state they came. */
const sourcesOf = (ownerId: string, steps: readonly UsageStep[]): readonly string[] =>
  steps.flatMap(({ entry: { event, related }, moved }) => {
    const { source_customer_id: source, target_customer_id: target } = related;
    const brings = event === 'customer_merged' || (event === 'instance_moved' && moved === null);
    return brings && source !== undefined && target === ownerId ? [source] : [];
  });

/** A customer's history with those that its lines came from, in the order of time. */
const readAllSteps = async (
  table: Table,
  partnerId: string,
  customerId: string,
  most: number,
): Promise<readonly UsageStep[]> => {
  const [read, wanted]: [Set<string>, string[]] = [new Set(), [customerId]];
  const all: UsageStep[] = [];
  for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
    if (read.has(id)) continue;
    read.add(id);
    const steps = await readSteps(table, partnerId, id, most - all.length);
    for (const step of steps) all.push(step);
    wanted.push(...sourcesOf(id, steps));
  }
  return all.sort((one, other) => one.at - other.at);
};

/**
 * The usage of one customer on each recorded day of a range, from its history, which has everything but reports and calls: these are 0.
 * @throws ServiceError validation_failed when the history is too long
 */
export const readCustomerUsage = async (
  table: Table,
  partnerId: string,
  customerId: string,
  { from, to }: UsageRange,
  most = mostEntries,
): Promise<ReadonlyMap<UtcDay, Usage>> => {
  const [head, steps] = await Promise.all([
    readUsageHead(table, partnerId),
    readAllSteps(table, partnerId, customerId, most),
  ]);
  if (head === null || head.start === null) return new Map();
  const first = from > head.firstDay ? from : head.firstDay;
  const begun = utcDayOf(steps[0]?.at ?? startOfUtcDay(first));
  const tally = new CustomerTally(customerId, { from: first, to }, begun < first ? begun : first);
  for (const step of steps) if (step.at < startOfUtcDay(to) + day) tally.add(step);
  return tally.done();
};
