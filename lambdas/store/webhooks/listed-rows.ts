import { batchesOf } from '../../domain/batches.ts';
import { firstIndexOf, sliceOf, type PageRequest } from '../../domain/paging.ts';
import type { EventRange } from '../../domain/delivery/event-range.ts';
import { timeOfId } from '../../domain/size.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { isQueried, type EventQuery } from '../../domain/webhook/event-status.ts';
import { entrySortPrefix, keys } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import type { Table } from '../table/table.ts';
import { daysOf, eventJournalHours, hoursFrom, readEventJournal } from './event-journal.ts';
import { byCreation, eventRowOf, newestRows, type EventRow } from './event-row.ts';

/** A page of rows, newest first, and the number of all that match. */
export interface RowPage {
  readonly total: number;
  readonly rows: readonly EventRow[];
}

/** Days that are read at a time. Of each, the rows of an hour are in memory, and those that may be on the page or before it. */
const daysAtOnce = 4;

/** The rows of a day that match, newest first: their number, and the first `most`. */
const matchingOfDay = async (
  table: Table,
  partnerId: string,
  query: EventQuery,
  day: EventRange,
  most: number,
): Promise<RowPage> => {
  const rows: EventRow[] = [];
  let total = 0;
  for await (const hour of eventJournalHours(table, partnerId, day)) {
    const matching = newestRows(hour).filter((row) => isQueried(query, row));
    total += matching.length;
    const left = Math.max(0, most - rows.length);
    for (const row of matching.toSorted(byCreation).slice(0, left)) rows.push(row);
  }
  return { total, rows };
};

/** A page of a partner's events, from the journal of events: a change is shown some seconds after its commit. */
export const partnerRows = async (
  table: Table,
  partnerId: string,
  query: EventQuery,
  request: PageRequest,
): Promise<RowPage> => {
  const first = firstIndexOf(request);
  const rows: EventRow[] = [];
  let total = 0;
  for (const days of batchesOf(daysOf(query.range), daysAtOnce)) {
    const most = first + request.pageSize - total;
    const read = await Promise.all(days.map((part) => matchingOfDay(table, partnerId, query, part, most)));
    for (const own of read) {
      const [from, to] = [Math.max(0, first - total), first + request.pageSize - total];
      if (from < own.total && to > 0) rows.push(...own.rows.slice(from, to));
      total += own.total;
    }
  }
  return { total, rows };
};

const entriesPage = 200;

/** The events of a customer's history since a time, from the entries themselves: strongly consistent, in no order. */
const historyRows = async (
  table: Table,
  partnerId: string,
  customerId: string,
  since: Milliseconds,
): Promise<readonly EventRow[]> => {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    ExpressionAttributeValues: { ':pk': keys.historyEntry(partnerId, customerId, 0).pk, ':entry': entrySortPrefix },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: entriesPage,
  });
  const found: EventRow[] = [];
  for await (const page of pages) {
    const rows = page.filter((item) => item['event_id'] !== undefined).map(eventRowOf);
    found.push(...rows);
    // Entries are in the order of time.
    const last = rows.at(-1);
    if (last !== undefined && last.createdAt < since) break;
  }
  return found;
};

/** A page of a customer's events, from its history: exact at once. */
export const customerRows = async (
  table: Table,
  partnerId: string,
  customerId: string,
  query: EventQuery,
  request: PageRequest,
): Promise<RowPage> => {
  const all = await historyRows(table, partnerId, customerId, query.range.from);
  const matching = all.filter((row) => isQueried(query, row)).toSorted(byCreation);
  return { total: matching.length, rows: sliceOf(request, matching) };
};

/**
 * The row of an event: from the history of its customer where that is known, else from the hour of its id in the journal. An event is
 * created at the time of its id or a little later.
 */
export const findRow = async (
  table: Table,
  partnerId: string,
  eventId: string,
  customerId: string | null,
): Promise<EventRow | null> => {
  const since = timeOfId(eventId);
  if (customerId !== null) {
    const rows = await historyRows(table, partnerId, customerId, since);
    return rows.find(({ id }) => id === eventId) ?? null;
  }
  for (const hour of hoursFrom(since)) {
    const rows = newestRows(await readEventJournal(table, partnerId, hour));
    const found = rows.find(({ id }) => id === eventId);
    if (found !== undefined) return found;
  }
  return null;
};
