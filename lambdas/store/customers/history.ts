import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { dueAt } from '../../domain/due.ts';
import type { PartnerEvent } from '../../domain/event.ts';
import { actorTypes, historyEvents, historyOrigins, type HistoryEntry } from '../../domain/history.ts';
import { firstIndexOf, pageOf, type Page, type PageRequest } from '../../domain/paging.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';

const values = z.record(z.string(), z.unknown());
const optionalId = z.optional(z.string());

const entryContent = z.object({
  id: z.string(),
  event: z.enum(historyEvents),
  origin: z.enum(historyOrigins),
  actor: z.object({ type: z.enum(actorTypes), id: z.string() }),
  changed_fields: z.array(z.string()),
  previous: values,
  new: values,
  reason: z.nullable(z.string()),
  related: z.object({ source_customer_id: optionalId, target_customer_id: optionalId, instance_id: optionalId }),
  request_id: z.string(),
  created_at: z.string(),
});
const entryItem = z.object({
  entry: z.pipe(
    z.string(),
    z.transform((text): unknown => JSON.parse(text)),
  ),
});

/** The entry of a history's item. */
export const historyEntryOf = (item: Item): HistoryEntry => entryContent.parse(entryItem.parse(item).entry);

/** Of an event that waits to be delivered; see store/outbox-events.ts. */
const outboxAttributes = (event: PartnerEvent, after: number): Item => ({
  event_id: event.id,
  event_type: event.type,
  event_sequence: event.sequence,
  event: JSON.stringify(event),
  event_after: after,
  ...dueAt('event', event.id, Date.parse(event.timestamp)),
});

/** What a change leaves behind: one entry, which carries the event to send when there is one. */
export interface Trace {
  readonly partnerId: string;
  readonly customerId: string;
  /** The entry's number: the customer's `historyCount` after this commit. */
  readonly number: number;
  readonly entry: HistoryEntry;
  readonly event: PartnerEvent | null;
  /** The number of the entry with the customer's event before; 0 when there was none. */
  readonly previousEvent: number;
  /** The key whose receipt holds a copy of the customer's data, so that erasure finds it. */
  readonly idempotencyKey: string | null;
}

const traceParams = (table: string, trace: Trace): Clause['write'] => ({
  Put: {
    TableName: table,
    Item: {
      ...keys.historyEntry(trace.partnerId, trace.customerId, trace.number),
      entry: JSON.stringify(trace.entry),
      ...(trace.idempotencyKey === null ? {} : { idempotency_key: trace.idempotencyKey }),
      ...(trace.event === null ? {} : outboxAttributes(trace.event, trace.previousEvent)),
    },
    ConditionExpression: 'attribute_not_exists(pk)',
  },
});

/** Entry and event in one item: half the write units of two. */
export const traceClause = (table: Table, trace: Trace): Clause => ({
  name: 'the history entry is new',
  write: traceParams(table.name, trace),
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

/** A page of the history, newest first. Entries are numbered without holes, so any page is one range. */
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
