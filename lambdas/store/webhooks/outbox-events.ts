import * as z from 'zod/mini';
import { placeOf } from '../../domain/due.ts';
import type { EventEnvelope } from '../../domain/event.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import { unpackEntry, type PackedEntry } from '../customers/packed-entry.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys, workKeyOfKind, type Key } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import type { HeldWork } from '../table/work.ts';
import { eventAttempt, type EventAttempt } from './event-attempt.ts';

/** How an event ended. `kept`: there was no endpoint to take it. */
const eventEnds = ['delivered', 'given_up', 'kept'] as const;
export type EventEnd = (typeof eventEnds)[number];

/**
 * An event on its way to the partner: a history entry seen from the outbox. It waits in one of these ways:
 *
 * - due: it stands in the index until it is done, at its time; a worker that has it holds it by a lease;
 * - held: its endpoint is paused, or busy with others; it stands in the index aside, where the outbox keeper finds it;
 * - behind: an earlier event of the customer waits, knows it as `follower`, and makes it due when it is done.
 *
 * Once it has an `end` it is done, and what follows it may go.
 */
export interface OutboxEvent {
  readonly partnerId: string;
  readonly customerId: string;
  /** Of the history entry. */
  readonly number: number;
  readonly id: string;
  /** The `x-request-id` of the call that caused it. */
  readonly requestId: string;
  /** The number of the entry with the customer's event before; 0 when there is none. */
  readonly previous: number;
  /** The number of the entry that waits behind it, or null. */
  readonly follower: number | null;
  /** Null when its content was erased. */
  readonly content: EventEnvelope | null;
  /** Failed attempts so far. */
  readonly attempts: number;
  readonly end: EventEnd | null;
  /** The attempt that delivered it. */
  readonly delivered: EventAttempt | null;
  /** Whether a worker has it, or gets it by its hint: it stands in the index for a worker, and its time has come. */
  readonly comesBy: (now: Milliseconds) => boolean;
}

const eventItem = z.object({
  pk: z.string(),
  sk: z.string(),
  entry: z.instanceof(Uint8Array),
  event_id: z.string(),
  event_after: z.number(),
  event_follower: z.optional(z.number()),
  event_attempts: z._default(z.number(), 0),
  event_end: z.optional(z.enum(eventEnds)),
  event_delivered: z.optional(eventAttempt),
  due_shard: z._default(z.string(), ''),
  due_at: z._default(z.string(), ''),
});

const contentOf = ({ entry, event }: PackedEntry, id: string, partnerId: string): EventEnvelope | null => {
  if (event?.data === undefined) return null;
  const { type, sequence, data } = event;
  return { id, type, timestamp: entry.created_at, partner_id: partnerId, sequence, data };
};

const isForWorkers = (shard: string): boolean => ['event', 'slow'].some((queue) => queue === placeOf(shard));

export const outboxEventOf = (item: Item): OutboxEvent => {
  const it = eventItem.parse(item);
  const { partnerId, customerId, number } = workKeyOfKind('event', it);
  const packed = unpackEntry(it.entry);
  return {
    ...{ partnerId, customerId, number: Number(number) },
    id: it.event_id,
    requestId: packed.entry.request_id,
    previous: it.event_after,
    follower: it.event_follower ?? null,
    content: contentOf(packed, it.event_id, partnerId),
    attempts: it.event_attempts,
    end: it.event_end ?? null,
    delivered: it.event_delivered ?? null,
    comesBy: (now) => isForWorkers(it.due_shard) && it.due_at <= isoOf(now),
  };
};

export const entryKey = (event: OutboxEvent, number = event.number): Key =>
  keys.historyEntry(event.partnerId, event.customerId, number);

/** A worker with the lease under which it has an event. */
export type Holder = Pick<HeldWork, 'table' | 'lease'>;

export const heldEvent = (holder: Holder, event: OutboxEvent): HeldWork => ({ ...holder, key: entryKey(event) });

/**
 * An event keeps its place in the index while a worker has it: to move it there and away would cost four write units. So
 * the lease itself tells its end, in the order of time. @param id no other worker's
 */
export const eventLease = (until: Milliseconds, id: string): string => `${isoOf(until)}#${id}`;

/** The condition that an event is due, and no worker has it. Its values are `dueValues`. */
export const isDueCondition = 'due_at <= :now AND (attribute_not_exists(lease) OR lease < :now)';
export const dueValues = (now: Milliseconds): Readonly<Record<string, string>> => ({ ':now': isoOf(now) });

/** Takes a due event until the end of the lease. @returns null when it is not due: done, waiting, or another worker's */
export const claimEvent = async (
  { table, lease }: Holder,
  key: Key,
  now: Milliseconds,
): Promise<OutboxEvent | null> => {
  const outcome = await tryUpdate(table, {
    Key: { pk: key.pk, sk: key.sk },
    UpdateExpression: 'SET lease = :lease',
    ConditionExpression: isDueCondition,
    ExpressionAttributeValues: { ...dueValues(now), ':lease': lease },
    ReturnValues: 'ALL_NEW',
  });
  const item = outcome.kind === 'written' ? outcome.item : outcome.existing;
  // Refused by its own lease: the answer was lost, and the client repeated the claim.
  return item?.['lease'] === lease ? outboxEventOf(item) : null;
};

/** The event of an item of the history; null when the entry has none. */
export const eventIn = (item: Item | undefined): OutboxEvent | null =>
  item?.['event_id'] === undefined ? null : outboxEventOf(item);

/** The next event of a customer that nobody has, and that has its time, goes at once to whoever its hint leads to. */
export const wakeEvent = async (table: Table, key: Key, now: Milliseconds): Promise<void> => {
  await tryUpdate(table, {
    Key: { pk: key.pk, sk: key.sk },
    UpdateExpression: 'SET due_at = :now',
    ConditionExpression: isDueCondition,
    ExpressionAttributeValues: dueValues(now),
  });
};
