import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { dueAt } from '../../kernel/due.ts';
import type { PartnerEvent } from '../../domain/event.ts';
import { ofHistory, type HistoryEntry } from '../../domain/history.ts';
import { firstIndexOf, pageOf, type Page, type PageRequest } from '../../domain/paging.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import { packEntry, unpackEntry } from './packed-entry.ts';

/** The history entry that an item holds. @throws Error when it holds none */
export const historyEntryOf = (item: Item): HistoryEntry => ofHistory(unpackEntry(item['entry']).entry);

/** The attributes of an event that waits for delivery; see store/webhooks/outbox-events.ts. */
const outboxAttributes = (event: PartnerEvent, after: number): Item => ({
  event_id: event.id,
  event_after: after,
  ...dueAt('event', event.id, Date.parse(event.timestamp)),
});

/** What the commit of a change records: one history entry, with the event to send when there is one. */
export interface Trace {
  readonly partnerId: string;
  readonly customerId: string;
  /** The entry's number: the customer's `historyCount` after this commit. */
  readonly number: number;
  readonly entry: HistoryEntry;
  readonly event: PartnerEvent | null;
  /** The number of the entry with the customer's previous event; 0 when there was none. */
  readonly previousEvent: number;
  /** The idempotency key whose receipt holds a copy of the customer's data. Erasure finds the receipt by it. */
  readonly idempotencyKey: string | null;
}

export const traceParams = (table: string, trace: Trace): Clause['write'] => ({
  Put: {
    TableName: table,
    Item: {
      ...keys.historyEntry(trace.partnerId, trace.customerId, trace.number),
      entry: packEntry({ entry: trace.entry, event: trace.event }),
      ...(trace.idempotencyKey === null ? {} : { idempotency_key: trace.idempotencyKey }),
      ...(trace.event === null ? {} : outboxAttributes(trace.event, trace.previousEvent)),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Writes entry and event as one item, which takes half the write units of two items. @param repair counts what is ahead */
export const traceClause = (table: Table, trace: Trace, repair: NonNullable<Clause['repair']>): Clause => ({
  name: 'the history entry is new',
  write: traceParams(table.name, trace),
  repair,
});

const historyPageParams = (
  partnerId: string,
  customerId: string,
  newest: number,
  oldest: number,
): Omit<QueryCommandInput, 'TableName'> => ({
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :oldest AND :newest',
  ExpressionAttributeValues: {
    ':pk': keys.historyEntry(partnerId, customerId, 0).pk,
    ':oldest': keys.historyEntry(partnerId, customerId, oldest).sk,
    ':newest': keys.historyEntry(partnerId, customerId, newest).sk,
  },
  ProjectionExpression: 'entry',
  ScanIndexForward: false,
  ConsistentRead: true,
});

/** A page of the history, newest first. Entry numbers have no gaps, so every page is one range. */
export const historyPage = async (
  table: Table,
  partnerId: string,
  customerId: string,
  total: number,
  request: PageRequest,
): Promise<Page<HistoryEntry>> => {
  const newest = total - firstIndexOf(request);
  if (newest < 1) return pageOf(request, total, []);
  const oldest = Math.max(1, newest - request.pageSize + 1);
  const items = await queryAll(table, historyPageParams(partnerId, customerId, newest, oldest));
  return pageOf(request, total, items.map(historyEntryOf));
};
