import * as z from 'zod/mini';
import { placeOf, type Aside } from '../../domain/due.ts';
import { readAside, type AsideRange } from './aside.ts';
import { keys } from '../table/keys.ts';
import { outboxEventOf, type OutboxEvent } from './outbox-events.ts';
import { queryAll, queryPages } from '../table/query.ts';
import { getItems } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';

/** An event as the operator sees it. */
export interface ListedEvent {
  readonly event: OutboxEvent;
  readonly type: string;
  readonly sequence: number;
  /** How it ended, or how it waits: for its time, for its endpoint, or for the customer's event before. */
  readonly state: 'delivered' | 'given_up' | 'kept' | 'due' | 'held' | 'behind';
  readonly committedAt: string;
}

const listedItem = z.object({
  event_type: z.string(),
  event_sequence: z.number(),
  due_shard: z.optional(z.string()),
  entry: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text): unknown => JSON.parse(text)),
    ),
    z.object({ created_at: z.string() }),
  ),
});

const stateOf = (event: OutboxEvent, shard: string | undefined): ListedEvent['state'] => {
  if (event.end !== null) return event.end;
  if (shard === undefined) return 'behind';
  return placeOf(shard) === 'held' ? 'held' : 'due';
};

const listedOf = (item: Item): ListedEvent => {
  const it = listedItem.parse(item);
  const event = outboxEventOf(item);
  return {
    event,
    type: it.event_type,
    sequence: it.event_sequence,
    state: stateOf(event, it.due_shard),
    committedAt: it.entry.created_at,
  };
};

/** A partner's events aside, the oldest first. */
export const listAside = async (
  table: Table,
  aside: Aside,
  partnerId: string,
  range: AsideRange,
): Promise<{ readonly events: readonly ListedEvent[]; readonly next: Item | null }> => {
  const { events, next } = await readAside(table, aside, partnerId, range);
  const items = await getItems(
    table,
    events.map(({ hint }) => hint),
  );
  // The index follows the table: what is no longer aside there is left out.
  const listed = items
    .filter((item) => item !== undefined)
    .map(listedOf)
    .filter(({ state }) => (aside === 'held') === (state === 'held'));
  return { events: listed, next };
};

/** The last events of a customer, the newest first. */
export const listCustomerEvents = async (
  table: Table,
  partnerId: string,
  customerId: string,
  limit: number,
): Promise<readonly ListedEvent[]> => {
  const { pk } = keys.historyEntry(partnerId, customerId, 0);
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    FilterExpression: 'attribute_exists(event_id)',
    ExpressionAttributeValues: { ':pk': pk, ':entry': 'H#' },
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  const found: Item[] = [];
  for await (const page of pages) {
    found.push(...page);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit).map(listedOf);
};

/** One event of a customer, or null. */
export const findEvent = async (
  table: Table,
  partnerId: string,
  customerId: string,
  eventId: string,
): Promise<ListedEvent | null> => {
  const { pk } = keys.historyEntry(partnerId, customerId, 0);
  const [item] = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    FilterExpression: 'event_id = :id',
    ExpressionAttributeValues: { ':pk': pk, ':entry': 'H#', ':id': eventId },
    ConsistentRead: true,
  });
  return item === undefined ? null : listedOf(item);
};
