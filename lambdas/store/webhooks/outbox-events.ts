import * as z from 'zod/mini';
import type { EventEnvelope } from '../../domain/event.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { keys, workKeyOfKind, type Key } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { claimItem, type HeldWork } from '../table/work.ts';

/** How an event ended. `kept`: there was no endpoint to take it. */
const eventEnds = ['delivered', 'given_up', 'kept'] as const;
export type EventEnd = (typeof eventEnds)[number];

/**
 * An event on its way to the partner: a history entry seen from the outbox. It waits in one of these ways:
 *
 * - due: it stands in the index until its time, or until the lease of whoever works on it runs out;
 * - held: its endpoint is paused, or busy with others; it stands in the index aside, where the outbox keeper finds it;
 * - behind: an earlier event of the customer is not done, knows it as `follower`, and makes it due when it is.
 *
 * Once it has an `end` it is done, and what follows it may go.
 */
export interface OutboxEvent {
  readonly partnerId: string;
  readonly customerId: string;
  /** Of the history entry. */
  readonly number: number;
  readonly id: string;
  /** The number of the entry with the customer's event before; 0 when there is none. */
  readonly previous: number;
  /** The number of the entry that waits behind it, or null. */
  readonly follower: number | null;
  /** Null when its content was erased. */
  readonly content: EventEnvelope | null;
  /** Failed attempts so far. */
  readonly attempts: number;
  readonly end: EventEnd | null;
}

const envelope = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text): unknown => JSON.parse(text)),
  ),
  z.object({
    id: z.string(),
    type: z.string(),
    timestamp: z.string(),
    partner_id: z.string(),
    sequence: z.number(),
    data: z.unknown(),
  }),
);

const eventItem = z.object({
  pk: z.string(),
  sk: z.string(),
  event_id: z.string(),
  event_after: z.number(),
  event: z.optional(envelope),
  event_follower: z.optional(z.number()),
  event_attempts: z._default(z.number(), 0),
  event_end: z.optional(z.enum(eventEnds)),
});

export const outboxEventOf = (item: Item): OutboxEvent => {
  const it = eventItem.parse(item);
  const { partnerId, customerId, number } = workKeyOfKind('event', it);
  return {
    ...{ partnerId, customerId, number: Number(number) },
    id: it.event_id,
    previous: it.event_after,
    follower: it.event_follower ?? null,
    content: it.event ?? null,
    attempts: it.event_attempts,
    end: it.event_end ?? null,
  };
};

export const entryKey = (event: OutboxEvent, number = event.number): Key =>
  keys.historyEntry(event.partnerId, event.customerId, number);

/** A worker with the lease under which it takes a customer's events, one after another. */
export type Holder = Pick<HeldWork, 'table' | 'lease'>;

export const heldEvent = (holder: Holder, event: OutboxEvent): HeldWork => ({ ...holder, key: entryKey(event) });

/** Takes a due event until a time. @returns null when it is not due: done, waiting, or another worker's */
export const claimEvent = async (
  { table, lease }: Holder,
  key: Key,
  now: Milliseconds,
  until: Milliseconds,
): Promise<OutboxEvent | null> => {
  const item = await claimItem(table, key, now, until, lease);
  return item === null ? null : outboxEventOf(item);
};

/** The event of a history entry; null when the entry has none. */
export const readEvent = async (table: Table, key: Key): Promise<OutboxEvent | null> => {
  const item = await getItem(table, key);
  return item?.['event_id'] === undefined ? null : outboxEventOf(item);
};
