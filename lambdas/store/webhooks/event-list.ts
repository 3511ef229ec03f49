import * as z from 'zod/mini';
import { placeOf, type PartnerShard } from '../../kernel/due.ts';
import { readPartnerShard, type ShardRange } from './partner-shard.ts';
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
  /** How it ended, or what it waits for: `due` its time, `parked` its endpoint, `blocked` the customer's previous event. */
  readonly state: 'delivered' | 'given_up' | 'undelivered' | 'due' | 'parked' | 'blocked';
  /** When its next attempt is due; null when it has ended, is parked or is blocked. */
  readonly nextAttemptAt: string | null;
  readonly committedAt: string;
}

const listedItem = z.object({ due_shard: z.optional(z.string()), due_at: z.optional(z.string()) });

const stateOf = (event: OutboxEvent, shard: string | undefined): ListedEvent['state'] => {
  if (event.end !== null) return event.end;
  if (shard === undefined) return 'blocked';
  return placeOf(shard) === 'parked' ? 'parked' : 'due';
};

/** @throws Error when the entry has no event */
export const listedOf = (item: Item): ListedEvent => {
  const event = outboxEventOf(item);
  const { entry, event: packed } = unpackEntry(item['entry']);
  if (packed === null) throw new Error('the entry has no event');
  const due = listedItem.parse(item);
  const state = stateOf(event, due.due_shard);
  return {
    event,
    type: packed.type,
    sequence: packed.sequence,
    state,
    nextAttemptAt: state === 'due' ? (due.due_at ?? null) : null,
    committedAt: entry.created_at,
  };
};

/** A partner's parked or undelivered events, the oldest first. */
export const listPartnerShard = async (
  table: Table,
  shard: PartnerShard,
  partnerId: string,
  range: ShardRange,
): Promise<{ readonly events: readonly ListedEvent[]; readonly next: Item | null }> => {
  const { events, next } = await readPartnerShard(table, shard, partnerId, range);
  const items = await getItems(
    table,
    events.map(({ hint }) => hint),
  );
  // The index is eventually consistent: events that have left the shard in the table are left out.
  const listed = items
    .filter((item) => item !== undefined)
    .map(listedOf)
    .filter(({ state }) => (shard === 'parked') === (state === 'parked'));
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
