import type { EventRange } from '@swift-worker/time-index/time-grid.ts';
import { firstIndexOf, foundIn, partOf, timedPlace, timeOfPlace, type ListRequest } from '../../domain/paging.ts';
import { timeOfId } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { isQueried, type EventQuery } from '../../domain/webhook/event-status.ts';
import { mostListedBytes } from '../../domain/webhook/event-window.ts';
import { entrySortPrefix, keys } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import type { Table } from '../table/table.ts';
import { daysOf, eventJournalHours, hoursFrom, readEventJournal } from './event-journal.ts';
import { byCreation, eventRowOf, newestRows, placeOfRow, type EventRow } from './event-row.ts';

/** A page of rows, newest first, and the number of all that match. */
export interface RowPage {
  readonly total: number;
  readonly rows: readonly EventRow[];
  /** Of a walk: the place after which the next part begins; null at the end. */
  readonly next: string | null;
  /** Since when the range was read: its beginning, or that of an hour when the range has more than a call reads. */
  readonly from: Milliseconds;
}

/** Days that are read at a time. Of each, the rows of an hour are in memory, and those that may be on the page or before it. */
const daysAtOnce = 4;

/** What is wanted of the matching rows. */
interface WantedRows {
  readonly query: EventQuery;
  /** Only rows after this place; null for all. */
  readonly after: string | null;
}

const isWanted = ({ query, after }: WantedRows, row: EventRow): boolean =>
  isQueried(query, row) && (after === null || placeOfRow(row) < after);

interface DayRows extends Omit<RowPage, 'next'> {
  readonly bytes: number;
}

/** The rows of a day that match, newest first: their number, and the first `most`. One hour is read at least. */
const matchingOfDay = async (
  table: Table,
  partnerId: string,
  wanted: WantedRows,
  day: EventRange,
  most: number,
  bytesLeft: number,
): Promise<DayRows> => {
  const rows: EventRow[] = [];
  let [total, bytes, from] = [0, 0, day.from];
  for await (const hour of eventJournalHours(table, partnerId, day)) {
    if (bytes >= bytesLeft) return { total, rows, bytes, from };
    from = hour.start;
    bytes += hour.bytes;
    const matching = newestRows(hour.rows).filter((row) => isWanted(wanted, row));
    total += matching.length;
    const left = Math.max(0, most - rows.length);
    for (const row of matching.toSorted(byCreation).slice(0, left)) rows.push(row);
  }
  return { total, rows, bytes, from: day.from };
};

/** Several days at a time, when days of the size of those before stay within the limit together. */
const daysTogether = (bytes: number, largest: number): number =>
  Math.max(1, Math.min(daysAtOnce, Math.floor((mostListedBytes - bytes) / Math.max(1, largest))));

/** The wanted rows from `first` on, and the total of all wanted ones, newest hours first. */
const readRows = async (
  table: Table,
  partnerId: string,
  wanted: WantedRows,
  first: number,
  size: number,
): Promise<Omit<RowPage, 'next'>> => {
  const { range } = wanted.query;
  const rows: EventRow[] = [];
  const days = daysOf(range);
  let [total, bytes, largest, next, from] = [0, 0, mostListedBytes, 0, range.to];
  while (next < days.length && bytes < mostListedBytes) {
    const some = days.slice(next, next + daysTogether(bytes, largest));
    next += some.length;
    const most = first + size - total;
    const left = mostListedBytes - bytes;
    const read = await Promise.all(some.map((day) => matchingOfDay(table, partnerId, wanted, day, most, left)));
    for (const own of read) {
      if (bytes >= mostListedBytes) break;
      const [begin, end] = [Math.max(0, first - total), first + size - total];
      if (begin < own.total && end > 0) rows.push(...own.rows.slice(begin, end));
      total += own.total;
      bytes += own.bytes;
      from = own.from;
    }
    largest = Math.max(...read.map((own) => own.bytes));
  }
  return { total, rows, from: days.length === 0 ? range.from : from };
};

/**
 * A page of a partner's events, from the journal of events: a change is shown some seconds after its commit. The newest hours
 * of the range are read, as many as `mostListedBytes` hold. The same journal always gives the same hours.
 */
export const partnerRows = async (
  table: Table,
  partnerId: string,
  query: EventQuery,
  request: ListRequest,
): Promise<RowPage> => {
  if ('page' in request) {
    const wanted = { query, after: null };
    const read = await readRows(table, partnerId, wanted, firstIndexOf(request), request.pageSize);
    return { ...read, next: null };
  }
  const { after, seen, pageSize } = request;
  const to = after === null ? query.range.to : Math.min(query.range.to, timeOfPlace(after).at);
  const range = { from: query.range.from, to };
  const read = await readRows(table, partnerId, { query: { ...query, range }, after }, 0, pageSize + 1);
  const { items, next } = partOf(request, read.rows, placeOfRow);
  // When a call can't read the whole range, the next part begins where this one ended to read.
  const rest = read.from > range.from ? timedPlace(read.from, '') : null;
  return { total: seen + read.total, rows: items, next: next ?? rest, from: read.from };
};

/** Entries of a customer that are read at a time: of a list, and for one event, which is mostly one of the last. */
const entriesPage = { list: 200, one: 20 };

/** The events of a customer's history since a time, from the entries themselves: strongly consistent, in no order. */
const historyRows = async (
  table: Table,
  partnerId: string,
  customerId: string,
  since: Milliseconds,
  pageSize: number,
): Promise<readonly EventRow[]> => {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    ExpressionAttributeValues: { ':pk': keys.historyEntry(partnerId, customerId, 0).pk, ':entry': entrySortPrefix },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: pageSize,
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
  request: ListRequest,
): Promise<RowPage> => {
  const all = await historyRows(table, partnerId, customerId, query.range.from, entriesPage.list);
  const matching = all.filter((row) => isQueried(query, row)).toSorted(byCreation);
  const { total, items, next } = foundIn(request, matching, placeOfRow);
  return { total, rows: items, next, from: query.range.from };
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
    const rows = await historyRows(table, partnerId, customerId, since, entriesPage.one);
    return rows.find(({ id }) => id === eventId) ?? null;
  }
  for (const hour of hoursFrom(since)) {
    const rows = newestRows(await readEventJournal(table, partnerId, hour));
    const found = rows.find(({ id }) => id === eventId);
    if (found !== undefined) return found;
  }
  return null;
};
