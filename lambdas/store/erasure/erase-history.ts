import * as z from 'zod/mini';
import type { HistoryEntry } from '../../domain/history.ts';
import { contended } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { historyEntryOf } from '../customers/history.ts';
import { keys, type Key } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';

/** A history entry with its event, as it is stored. */
export interface StoredEntry {
  readonly key: Key;
  readonly number: number;
  readonly entry: HistoryEntry;
  /** The digest of the idempotency key of the change's receipt. */
  readonly idempotencyKey: string | null;
  readonly eventType: string | null;
  /** The event's content; null without one. */
  readonly event: string | null;
  /** The stored text, for the condition of a change. */
  readonly text: string;
}

const storedItem = z.object({
  pk: z.string(),
  sk: z.string(),
  entry: z.string(),
  idempotency_key: z._default(z.nullable(z.string()), null),
  event_type: z._default(z.nullable(z.string()), null),
  event: z._default(z.nullable(z.string()), null),
});

const storedOf = (item: Item): StoredEntry => {
  const it = storedItem.parse(item);
  return {
    key: { pk: it.pk, sk: it.sk },
    number: Number(it.sk.slice(2)),
    entry: historyEntryOf(item),
    idempotencyKey: it.idempotency_key,
    eventType: it.event_type,
    event: it.event,
    text: it.entry,
  };
};

/** A customer's entries after a number, oldest first, page after page. */
export async function* storedEntries(
  table: Table,
  partnerId: string,
  customerId: string,
  after: number,
): AsyncGenerator<readonly StoredEntry[]> {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': keys.historyEntry(partnerId, customerId, 0).pk,
      ':first': keys.historyEntry(partnerId, customerId, after + 1).sk,
      ':last': 'H#~',
    },
    Limit: 100,
    ConsistentRead: true,
  });
  for await (const page of pages) yield page.map(storedOf);
}

/** The new entry and event; `event` is null to remove it and undefined to leave it unchanged. */
export interface EntryChange {
  readonly entry: HistoryEntry;
  readonly event?: string | null;
}

/**
 * Rewrites the entry and the event's content. The attributes of the delivery stay: an event without content is given up
 * when it is due, so that later events are delivered.
 * @throws Contended when another erasure changed the entry
 */
export const changeEntry = async (
  table: Table,
  { key, text }: StoredEntry,
  { entry, event }: EntryChange,
): Promise<void> => {
  const isText = typeof event === 'string';
  const { kind } = await tryUpdate(table, {
    Key: { ...key },
    UpdateExpression: `SET entry = :entry${isText ? ', #event = :event' : ''} REMOVE idempotency_key${event === null ? ', #event' : ''}`,
    // An event that was erased meanwhile is not restored.
    ConditionExpression: `entry = :was${isText ? ' AND attribute_exists(#event)' : ''}`,
    ...(event !== undefined && { ExpressionAttributeNames: { '#event': 'event' } }),
    ExpressionAttributeValues: { ':entry': JSON.stringify(entry), ':was': text, ...(isText && { ':event': event }) },
  });
  if (kind === 'refused') throw contended();
};
