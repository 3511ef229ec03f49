import * as z from 'zod/mini';
import { placeOf, type Aside } from '../../domain/due.ts';
import { readAside, type AsideRange } from './aside.ts';
import { unpackEntry } from '../customers/packed-entry.ts';
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

const listedItem = z.object({ due_shard: z.optional(z.string()) });

const stateOf = (event: OutboxEvent, shard: string | undefined): ListedEvent['state'] => {
  if (event.end !== null) return event.end;
  if (shard === undefined) return 'behind';
  return placeOf(shard) === 'held' ? 'held' : 'due';
};

/** @throws Error when the entry has no event */
export const listedOf = (item: Item): ListedEvent => {
  const event = outboxEventOf(item);
  const { entry, event: told } = unpackEntry(item['entry']);
  if (told === null) throw new Error('the entry has no event');
  return {
    event,
    type: told.type,
    sequence: told.sequence,
    state: stateOf(event, listedItem.parse(item).due_shard),
    committedAt: entry.created_at,
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
