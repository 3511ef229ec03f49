import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { keys, workKeyOfKind, type Key } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { listedOf, type ListedEvent } from './event-list.ts';
import { entryKey, eventIn, type OutboxEvent } from './outbox-events.ts';

interface Range {
  readonly pk: string;
  readonly first: string;
  readonly last: string;
  readonly limit: number;
}

const entriesIn = async (table: Table, { pk, first, last, limit }: Range): Promise<readonly Item[]> => {
  const { Items: items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ':first': first, ':last': last },
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return items;
};

/** An event, and the customer's previous event. */
export interface EventWithPrevious {
  readonly event: OutboxEvent;
  readonly before: OutboxEvent | null;
}

/** Takes one request when the two entries are neighbours, as most are. @returns null when the entry has no event */
export const readWithPrevious = async (table: Table, key: Key): Promise<EventWithPrevious | null> => {
  const { partnerId, customerId, number } = workKeyOfKind('event', key);
  const neighbour = keys.historyEntry(partnerId, customerId, Math.max(0, Number(number) - 1));
  const items = await entriesIn(table, { pk: key.pk, first: neighbour.sk, last: key.sk, limit: 2 });
  const event = eventIn(items.find(({ sk }) => sk === key.sk));
  if (event === null) return null;
  if (event.previous === 0) return { event, before: null };
  const { sk } = entryKey(event, event.previous);
  const before = items.find((item) => item['sk'] === sk) ?? (await getItem(table, entryKey(event, event.previous)));
  return { event, before: eventIn(before) };
};

/** Entries read in one request. There are few between two events. */
const ahead = 3;

/** The customer's next event; null when there is none yet. */
export const readNext = async (table: Table, event: OutboxEvent): Promise<OutboxEvent | null> => {
  for (let after = event.number; ; after += ahead) {
    const { pk, sk: first } = entryKey(event, after + 1);
    const { sk: last } = entryKey(event, after + ahead);
    const items = await entriesIn(table, { pk, first, last, limit: ahead });
    const next = items.find((item) => item['event_id'] !== undefined);
    if (next !== undefined) return eventIn(next) ?? null;
    if (items.length < ahead) return null;
  }
};

/** Entries read in one request, back to the event that a customer's later ones wait for. */
const back = 100;

/** An event that waits, after the customer's earlier events that it waits for, the oldest first. None when it has ended. */
export const readWaitingUpTo = async (
  table: Table,
  partnerId: string,
  customerId: string,
  number: number,
): Promise<readonly ListedEvent[]> => {
  const { pk, sk: last } = keys.historyEntry(partnerId, customerId, number);
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    FilterExpression: 'attribute_exists(event_id)',
    ExpressionAttributeValues: { ':pk': pk, ':first': keys.historyEntry(partnerId, customerId, 0).sk, ':last': last },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: back,
  });
  const waiting: ListedEvent[] = [];
  for await (const page of pages) {
    for (const listed of page.map(listedOf)) {
      if (listed.event.end !== null) return waiting.toReversed();
      waiting.push(listed);
    }
  }
  return waiting.toReversed();
};
