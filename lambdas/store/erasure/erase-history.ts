import { QueryCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { HistoryEntry } from '../../domain/history.ts';
import { contended } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { historyEntryOf } from '../customers/history.ts';
import { keys, type Key } from '../table/keys.ts';
import type { Item, Table } from '../table/table.ts';

/** An entry of the history as it stands in the table, with all that it carries. */
export interface StoredEntry {
  readonly key: Key;
  readonly number: number;
  readonly entry: HistoryEntry;
  /** The digest of the idempotency key whose receipt holds what the change answered. */
  readonly idempotencyKey: string | null;
  readonly eventType: string | null;
  /** What the partner is told, or was; null when it is gone, or there was nothing to tell. */
  readonly event: string | null;
  /** As it stands, for the condition of its change. */
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
  let start: Item | undefined;
  do {
    const page: { readonly Items?: Item[] | undefined; readonly LastEvaluatedKey?: Item | undefined } =
      await table.client.send(
        new QueryCommand({
          TableName: table.name,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          ExpressionAttributeValues: {
            ':pk': keys.historyEntry(partnerId, customerId, 0).pk,
            ':first': keys.historyEntry(partnerId, customerId, after + 1).sk,
            ':last': 'H#~',
          },
          Limit: 100,
          ConsistentRead: true,
          ...(start !== undefined && { ExclusiveStartKey: { ...start } }),
        }),
      );
    yield (page.Items ?? []).map(storedOf);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

/** What an entry becomes: `event` null for one without content, undefined to leave it as it is. */
export interface EntryChange {
  readonly entry: HistoryEntry;
  readonly event?: string | null;
}

/**
 * The entry's own part and the event's content; how the event waits or ended is the outbox's, and stays. An event
 * without content is given up by whoever takes it next, so that those behind it go on.
 */
const changeParams = ({ key, text }: StoredEntry, change: EntryChange): Omit<UpdateCommandInput, 'TableName'> => {
  const { event } = change;
  const isText = typeof event === 'string';
  const named = event === undefined ? {} : { ExpressionAttributeNames: { '#event': 'event' } };
  return {
    Key: { ...key },
    UpdateExpression: `SET entry = :entry${isText ? ', #event = :event' : ''} REMOVE idempotency_key${event === null ? ', #event' : ''}`,
    // An event that was erased meanwhile does not come back.
    ConditionExpression: `entry = :was${isText ? ' AND attribute_exists(#event)' : ''}`,
    ...named,
    ExpressionAttributeValues: {
      ':entry': JSON.stringify(change.entry),
      ':was': text,
      ...(isText && { ':event': event }),
    },
  };
};

/** @throws Contended when another erasure changed the entry meanwhile */
export const changeEntry = async (table: Table, stored: StoredEntry, change: EntryChange): Promise<void> => {
  const { kind } = await tryUpdate(table, changeParams(stored, change));
  if (kind === 'refused') throw contended();
};
