import { callbackType } from '../../domain/event.ts';
import { timedPlace } from '../../domain/paging.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { UtcDay } from '../../domain/usage/utc-day.ts';
import { unpackEntry } from '../customers/packed-entry.ts';
import { outboxEventOf, type EventEnd } from './outbox-events.ts';
import type { Item } from '../table/table.ts';

/** What the list of events knows of an event in one of its states. It has no personal data. */
export interface EventRow {
  readonly id: string;
  readonly customerId: string;
  /** The number of the history entry. */
  readonly number: number;
  readonly type: string;
  readonly createdAt: Milliseconds;
  /** Of two rows of an event, the one with the higher turn is newer. Rows with the same turn are equal. */
  readonly turn: number;
  readonly end: EventEnd | null;
  /** The UTC day of its first delivery. A chunk keeps it only when it is the day of the creation: usage counts later ones by themselves. */
  readonly firstDelivered: UtcDay | null;
}

/** The row of a history entry with an event. @throws Error when the entry can't be read, or has no event */
export const eventRowOf = (item: Item): EventRow => {
  const { id, customerId, number, turn, end, firstDelivered } = outboxEventOf(item);
  const { entry, event } = unpackEntry(item['entry']);
  if (event === null) throw new Error('the entry has no event');
  const createdAt = Date.parse(entry.created_at);
  const { type } = event;
  // Usage counts the events of the service.
  const counted = type === callbackType ? null : firstDelivered;
  return { id, customerId, number, type, createdAt, turn, end, firstDelivered: counted };
};

/** The newest row of each event. The order of the rows does not matter. */
export const newestRows = (rows: Iterable<EventRow>): readonly EventRow[] => {
  const newest = new Map<string, EventRow>();
  for (const row of rows) {
    const known = newest.get(row.id);
    if (known === undefined || known.turn < row.turn) newest.set(row.id, row);
  }
  return Array.from(newest.values());
};

/** Newest first. */
export const byCreation = (left: EventRow, right: EventRow): number =>
  right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);

/** The place of an event in that order. */
export const placeOfRow = ({ createdAt, id }: Pick<EventRow, 'createdAt' | 'id'>): string => timedPlace(createdAt, id);
