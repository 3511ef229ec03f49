import * as z from 'zod/mini';
import { ofHistory, type HistoryEntry } from '../../domain/history.ts';
import { contended } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { packEntry, unpackEntry, type PackedEntry, type EntryEvent } from '../customers/packed-entry.ts';
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
  /** The event; null without one. */
  readonly event: EntryEvent | null;
  /** The stored bytes, for the condition of a change. */
  readonly packed: Uint8Array;
}

const storedItem = z.object({
  pk: z.string(),
  sk: z.string(),
  entry: z.instanceof(Uint8Array),
  idempotency_key: z._default(z.nullable(z.string()), null),
});

const storedOf = (item: Item): StoredEntry => {
  const it = storedItem.parse(item);
  const { entry, event } = unpackEntry(it.entry);
  return {
    key: { pk: it.pk, sk: it.sk },
    number: Number(it.sk.slice(2)),
    entry: ofHistory(entry),
    event,
    idempotencyKey: it.idempotency_key,
    packed: it.entry,
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
  // After a last page that is full, DynamoDB has another one, which is empty.
  for await (const page of pages) if (page.length > 0) yield page.map(storedOf);
}

/**
 * Rewrites the entry and the event's content. The attributes of the delivery stay: an event without data is given up
 * when it is due, so that later events are delivered.
 * @throws Contended when another erasure changed the entry
 */
export const changeEntry = async (table: Table, { key, packed }: StoredEntry, change: PackedEntry): Promise<void> => {
  const { kind } = await tryUpdate(table, {
    Key: { ...key },
    UpdateExpression: 'SET entry = :entry REMOVE idempotency_key',
    // An event that was erased meanwhile is not restored.
    ConditionExpression: 'entry = :was',
    ExpressionAttributeValues: { ':entry': packEntry(change), ':was': packed },
  });
  if (kind === 'refused') throw contended();
};
