import type { Customer } from '../../domain/customer.ts';
import { isErasureEvent, isForgotten, scrubbedEntry } from '../../domain/erasure.ts';
import type { EventContent, PartnerEvent } from '../../domain/event.ts';
import { eventIdOf } from '../../domain/event-id.ts';
import type { Cause, Happening, HistoryEntry, HistoryRelated } from '../../domain/history.ts';
import type { Clause } from '../table/commit.ts';
import { countEntriesAhead } from './count-entries-ahead.ts';
import { customerClause, type CustomerRecord } from './customers.ts';
import { traceClause, type Trace } from './history.ts';
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

/** The history entry of an occurrence. For a customer that is being erased it holds no personal data. */
const entryOf = (it: Occurrence, { isForgotten: isScrubbed }: Sequence): HistoryEntry =>
  isScrubbed ? scrubbedEntry(publicEntry(it)) : publicEntry(it);

/** Whose entries and events are numbered: a customer, or a business account under an id of its own. */
export interface Sequence {
  readonly partnerId: string;
  readonly ownerId: string;
  /** Of the customer at the partner; null for a business account. */
  readonly externalId: string | null;
  readonly isForgotten: boolean;
}

/** How far the entries and events of a sequence have come. */
export type Counters = Pick<CustomerRecord, 'historyCount' | 'eventSequence' | 'lastEvent'>;

/** The entry and the event of an occurrence under the next numbers. */
const nextTrace = (
  sequence: Sequence,
  counters: Counters,
  occurrence: Occurrence,
): { readonly counters: Counters; readonly trace: Trace } => {
  const { partnerId, ownerId, externalId, isForgotten: isScrubbed } = sequence;
  const { announce, at } = occurrence;
  const number = counters.historyCount + 1;
  const next: Counters = {
    historyCount: number,
    eventSequence: counters.eventSequence + (announce === null ? 0 : 1),
    lastEvent: announce === null ? counters.lastEvent : number,
  };
  const event: PartnerEvent | null =
    announce === null
      ? null
      : {
          ...announce.content,
          id: eventIdOf(announce.id, ownerId),
          timestamp: at,
          partner_id: partnerId,
          sequence: next.eventSequence,
          external_customer_id: isScrubbed || isErasureEvent(announce.content.type) ? null : externalId,
        };
  const entry = entryOf(occurrence, sequence);
  const previousEvent = counters.lastEvent;
  const { idempotencyKey } = occurrence;
  return {
    counters: next,
    trace: { partnerId, customerId: ownerId, number, entry, event, previousEvent, idempotencyKey },
  };
};

/** The entries and events of several occurrences in one commit, in their order. */
export const nextTraces = (
  sequence: Sequence,
  counters: Counters,
  occurrences: readonly Occurrence[],
): { readonly counters: Counters; readonly traces: readonly Trace[] } => {
  const traces: Trace[] = [];
  let last = counters;
  for (const occurrence of occurrences) {
    const next = nextTrace(sequence, last, occurrence);
    traces.push(next.trace);
    last = next.counters;
  }
  return { counters: last, traces };
};

/** The next revision of a customer: its new state, and a history entry for each occurrence, with the event when one is announced. */
export const journalAll = (
  table: Table,
  partnerId: string,
  record: CustomerRecord,
  customer: Customer,
  occurrences: readonly Occurrence[],
): { readonly record: CustomerRecord; readonly clauses: readonly Clause[] } => {
  const { customer_id: ownerId, external_customer_id: externalId } = customer;
  const sequence = { partnerId, ownerId, externalId, isForgotten: isForgotten(record.customer.status) };
  const { historyCount, eventSequence, lastEvent } = record;
  const { counters, traces } = nextTraces(sequence, { historyCount, eventSequence, lastEvent }, occurrences);
  const next: CustomerRecord = { customer, revision: record.revision + 1, ...counters };
  const repair = () => countEntriesAhead(table, partnerId, ownerId);
  return {
    record: next,
    clauses: [customerClause(table, partnerId, next), ...traces.map((trace) => traceClause(table, trace, repair))],
  };
};

/** The next revision of a customer with one history entry. */
export const journal = (
  table: Table,
  partnerId: string,
  record: CustomerRecord,
  customer: Customer,
  occurrence: Occurrence,
): { readonly record: CustomerRecord; readonly clauses: readonly Clause[] } =>
  journalAll(table, partnerId, record, customer, [occurrence]);

/** A new customer's record before its first revision. */
export const unwritten = (customer: Customer): CustomerRecord => ({
  customer,
  revision: 0,
  historyCount: 0,
  eventSequence: 0,
  lastEvent: 0,
});
