import type { Customer } from '../../domain/customer.ts';
import { isForgotten, scrubbedEntry } from '../../domain/erasure.ts';
import type { EventContent, PartnerEvent } from '../../domain/event.ts';
import { eventIdOf } from '../../domain/event-id.ts';
import type { Cause, Happening, HistoryEntry, HistoryRelated } from '../../domain/history.ts';
import type { Clause } from '../table/commit.ts';
import { customerClause, type CustomerRecord } from './customers.ts';
import { traceClause } from './history.ts';
import type { Table } from '../table/table.ts';

/** What happened to a customer: the source of its history entry and of the event for the partner. */
export type Occurrence = Happening & {
  readonly entryId: string;
  readonly cause: Cause;
  readonly at: string;
  readonly reason: string | null;
  readonly related?: HistoryRelated;
  /** The event for the partner's webhook, if there is one. Its id is made of this one and the customer's. */
  readonly announce: { readonly id: string; readonly content: EventContent } | null;
  /** The idempotency key whose receipt holds a copy of the customer's data. Erasure finds the receipt by it. */
  readonly idempotencyKey: string | null;
};

/** The history entry of an occurrence. For a customer that is being erased it holds no personal data. */
const entryOf = (it: Occurrence, { status }: Customer): HistoryEntry =>
  isForgotten(status) ? scrubbedEntry(publicEntry(it)) : publicEntry(it);

const publicEntry = (it: Occurrence): HistoryEntry => ({
  id: it.entryId,
  event: it.event,
  origin: it.cause.origin,
  actor: it.cause.actor,
  changed_fields: Object.keys(it.change?.next ?? {}),
  previous: it.change?.previous ?? {},
  new: it.change?.next ?? {},
  reason: it.reason,
  related: it.related ?? {},
  request_id: it.cause.requestId,
  created_at: it.at,
});

/** The next revision of a customer: its new state, one history entry, and the event when one is announced. */
export const journal = (
  table: Table,
  partnerId: string,
  record: CustomerRecord,
  customer: Customer,
  occurrence: Occurrence,
): { readonly record: CustomerRecord; readonly clauses: readonly Clause[] } => {
  const { announce } = occurrence;
  const next: CustomerRecord = {
    customer,
    revision: record.revision + 1,
    historyCount: record.historyCount + 1,
    eventSequence: record.eventSequence + (announce === null ? 0 : 1),
    lastEvent: announce === null ? record.lastEvent : record.historyCount + 1,
  };
  const event: PartnerEvent | null =
    announce === null
      ? null
      : {
          ...announce.content,
          id: eventIdOf(announce.id, customer.customer_id),
          timestamp: occurrence.at,
          partner_id: partnerId,
          customer_id: customer.customer_id,
          sequence: next.eventSequence,
        };
  const trace = {
    partnerId,
    customerId: customer.customer_id,
    number: next.historyCount,
    entry: entryOf(occurrence, record.customer),
    event,
    previousEvent: record.lastEvent,
    idempotencyKey: occurrence.idempotencyKey,
  };
  return { record: next, clauses: [customerClause(table, partnerId, next), traceClause(table, trace)] };
};

/** A new customer's record before its first revision. */
export const unwritten = (customer: Customer): CustomerRecord => ({
  customer,
  revision: 0,
  historyCount: 0,
  eventSequence: 0,
  lastEvent: 0,
});
