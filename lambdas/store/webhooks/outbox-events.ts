import * as z from 'zod/mini';
import { placeOf } from '../../kernel/due.ts';
import { isOfAccount, noSubject, type EventEnvelope, type EventSubject } from '../../domain/event.ts';
import { isoOf, second, type Milliseconds } from '../../kernel/time.ts';
import { unpackEntry, type EntryEvent, type PackedEntry } from '../customers/packed-entry.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { keys, workKeyOfKind, type Key } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';
import type { HeldWork } from '../table/work.ts';
import { eventAttempt, type EventAttempt } from './event-attempt.ts';

/** How an event ended. `undelivered`: there was no endpoint to take it. */
export const eventEnds = ['delivered', 'given_up', 'undelivered'] as const;
export type EventEnd = (typeof eventEnds)[number];

/**
 * An event in a history entry, as its delivery sees it. Until it ends it is in one of these states:
 *
 * - due: it is in the index at the time of its next attempt. A worker that claimed it has a lease on it.
 * - parked: its endpoint is paused or busy. It is in the index in the partner's shard `parked`, where the outbox keeper reads it.
 * - blocked: an earlier event of the customer waits and names it as its `follower`. That event makes it due when it ends.
 *
 * After it has an `end`, the customer's next event can be sent.
 */
export interface OutboxEvent {
  readonly partnerId: string;
  readonly customerId: string;
  /** The number of the history entry. */
  readonly number: number;
  readonly id: string;
  /** The `x-request-id` of the call that caused it. */
  readonly requestId: string;
  /** The number of the entry with the customer's previous event; 0 when there is none. */
  readonly previous: number;
  /** The number of the entry whose event waits for this one, or null. */
  readonly follower: number | null;
  /** Null when its content was erased. */
  readonly content: EventEnvelope | null;
  /** The stored bytes of the entry, for the condition that its content is the same. */
  readonly packed: Uint8Array;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** Whether requests were made that are none of its attempts: a failed probe, or one that was handed over to the slow queue. */
  readonly isTried: boolean;
  readonly end: EventEnd | null;
  /** How often it has ended or was made due again. Of two states, the one with the higher turn is newer. */
  readonly turn: number;
  /** The attempt that delivered it. */
  readonly delivered: EventAttempt | null;
  /** The UTC day of its first delivery; null when it was never delivered. A resend keeps it. */
  readonly firstDelivered: string | null;
  /** The resend of the partner that last made it due; null for none. */
  readonly resentBy: string | null;
  /** When the item expires; null for most events, which don't. */
  readonly expiresAt: Milliseconds | null;
  /** Whether a worker holds it or gets its hint: it is due, and neither parked nor blocked. */
  readonly reachesWorker: (now: Milliseconds) => boolean;
}

const eventItem = z.object({
  pk: z.string(),
  sk: z.string(),
  entry: z.instanceof(Uint8Array),
  event_id: z.string(),
  event_after: z.number(),
  event_follower: z.optional(z.number()),
  event_attempts: z._default(z.number(), 0),
  event_tried: z._default(z.boolean(), false),
  event_end: z.optional(z.enum(eventEnds)),
  event_turn: z.optional(z.number()),
  event_delivered: z.optional(eventAttempt),
  event_first_delivered: z.optional(z.string()),
  event_resend: z.optional(z.string()),
  due_shard: z._default(z.string(), ''),
  due_at: z._default(z.string(), ''),
  ttl: z.optional(z.number()),
});

/** Events that ended before turns were counted have had one. */
export const turnOf = (it: {
  readonly event_end?: EventEnd | undefined;
  readonly event_turn?: number | undefined;
}): number => it.event_turn ?? (it.event_end === undefined ? 0 : 1);

/** Null for an event of an earlier version: a further attempt sends the same bytes. */
const subjectOf = (
  { related }: PackedEntry['entry'],
  { type, external_customer_id }: EntryEvent,
  customer_id: string,
): EventSubject | null => {
  if (external_customer_id === undefined) return null;
  if (isOfAccount(type)) return noSubject;
  return { customer_id, external_customer_id, instance_id: related.instance_id ?? null };
};

type EventKey = Pick<OutboxEvent, 'id' | 'partnerId' | 'customerId'>;

const contentOf = ({ entry, event }: PackedEntry, { id, partnerId, customerId }: EventKey): EventEnvelope | null => {
  if (event?.data === undefined) return null;
  const { type, sequence, data } = event;
  const subject = subjectOf(entry, event, customerId);
  return { id, type, timestamp: entry.created_at, partner_id: partnerId, sequence, subject, data };
};

const isForWorkers = (shard: string): boolean => ['event', 'slow'].some((queue) => queue === placeOf(shard));

export const outboxEventOf = (item: Item): OutboxEvent => {
  const it = eventItem.parse(item);
  const { partnerId, customerId, number } = workKeyOfKind('event', it);
  const packed = unpackEntry(it.entry);
  return {
    partnerId,
    customerId,
    number: Number(number),
    id: it.event_id,
    requestId: packed.entry.request_id,
    previous: it.event_after,
    follower: it.event_follower ?? null,
    content: contentOf(packed, { id: it.event_id, partnerId, customerId }),
    packed: it.entry,
    attempts: it.event_attempts,
    isTried: it.event_tried,
    end: it.event_end ?? null,
    turn: turnOf(it),
    delivered: it.event_delivered ?? null,
    firstDelivered: it.event_first_delivered ?? null,
    resentBy: it.event_resend ?? null,
    expiresAt: it.ttl === undefined ? null : it.ttl * second,
    reachesWorker: (now) => isForWorkers(it.due_shard) && it.due_at <= isoOf(now),
  };
};

export const entryKey = (event: OutboxEvent, number = event.number): Key =>
  keys.historyEntry(event.partnerId, event.customerId, number);

/** The lease under which a worker holds an event. */
export type Holder = Pick<HeldWork, 'table' | 'lease'>;

export const heldEvent = (holder: Holder, event: OutboxEvent): HeldWork => ({ ...holder, key: entryKey(event) });

/**
 * An event stays where it is in the index while a worker holds it, because moving it and back would cost four write units.
 * So the lease itself begins with its end, and leases sort by it. @param id unique for the worker
 */
export const eventLease = (until: Milliseconds, id: string): string => `${isoOf(until)}#${id}`;

/** The condition that an event is due and no worker holds it. Its values are `dueValues`. */
export const isDueCondition = 'due_at <= :now AND (attribute_not_exists(lease) OR lease < :now)';
export const dueValues = (now: Milliseconds): Readonly<Record<string, string>> => ({ ':now': isoOf(now) });

/** Claims a due event until the end of the lease. @returns null when it has ended, waits, or is claimed by another worker */
export const claimEvent = async (
  { table, lease }: Holder,
  key: Key,
  now: Milliseconds,
): Promise<OutboxEvent | null> => {
  const outcome = await tryUpdate(table, {
    Key: { pk: key.pk, sk: key.sk },
    UpdateExpression: 'SET lease = :lease',
    // An event that ended undelivered keeps its due time, for the operator. Its hint may come again, or from a late index.
    ConditionExpression: `${isDueCondition} AND attribute_not_exists(event_end)`,
    ExpressionAttributeValues: { ...dueValues(now), ':lease': lease },
    ReturnValues: 'ALL_NEW',
  });
  const item = outcome.kind === 'written' ? outcome.item : outcome.existing;
  // The condition failed because of this lease: the response was lost, and the client repeated the claim.
  return item?.['lease'] === lease ? outboxEventOf(item) : null;
};

/** The event of a history item; null when the entry has none. */
export const eventIn = (item: Item | undefined): OutboxEvent | null =>
  item?.['event_id'] === undefined ? null : outboxEventOf(item);

/** Updates a due event that no worker holds, so that the stream sends its hint again. */
export const makeEventDue = async (table: Table, key: Key, now: Milliseconds): Promise<void> => {
  await tryUpdate(table, {
    Key: { pk: key.pk, sk: key.sk },
    UpdateExpression: 'SET due_at = :now',
    ConditionExpression: isDueCondition,
    ExpressionAttributeValues: dueValues(now),
  });
};
