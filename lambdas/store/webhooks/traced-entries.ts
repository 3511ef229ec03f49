import type { HistoryEntry } from '../../domain/history.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { historyEntryOf } from '../customers/history.ts';
import { keys } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import { listAttempts } from './event-attempts.ts';
import type { EventAttempt } from './event-attempt.ts';
import { listedOf, type ListedEvent } from './event-list.ts';

/** A change of a customer, and what became of its event. */
export interface TracedEntry {
  readonly customerId: string;
  readonly entry: HistoryEntry;
  /** Null when it has no event. */
  readonly event: ListedEvent | null;
  readonly attempts: readonly EventAttempt[];
}

const isOf = (id: string, item: Item, entry: HistoryEntry): boolean =>
  entry.request_id === id || entry.id === id || item['event_id'] === id;

const tracedOf = async (table: Table, customerId: string, item: Item): Promise<TracedEntry> => {
  const event = item['event_id'] === undefined ? null : listedOf(item);
  return {
    customerId,
    entry: historyEntryOf(item),
    event,
    attempts: event === null ? [] : await listAttempts(table, event.event),
  };
};

/**
 * The changes of a customer that a call made, or that an event tells, the newest first. Entries stand in the order of time,
 * so that none before the call is read. @param since when the id was made
 */
export const traceEntries = async (
  table: Table,
  partnerId: string,
  customerId: string,
  id: string,
  since: Milliseconds,
): Promise<readonly TracedEntry[]> => {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    ExpressionAttributeValues: { ':pk': keys.historyEntry(partnerId, customerId, 0).pk, ':entry': 'H#' },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: 200,
  });
  const found: Item[] = [];
  for await (const page of pages) {
    found.push(...page.filter((item) => isOf(id, item, historyEntryOf(item))));
    const last = page.at(-1);
    if (last !== undefined && Date.parse(historyEntryOf(last).created_at) < since) break;
  }
  return Promise.all(found.map((item) => tracedOf(table, customerId, item)));
};
