import { timeOfId } from '../../domain/size.ts';
import { isListed, mayBeListed } from '../../domain/webhook/event-window.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { mostLate, readEventPlace } from '../customers/event-places.ts';
import { keys } from '../table/keys.ts';
import { getItem } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { eventRowOf, type EventRow } from './event-row.ts';
import { findRow } from './listed-rows.ts';

/** The event of a history entry, whose place the commit of the event noted. */
const findNew = async (table: Table, partnerId: string, eventId: string): Promise<EventRow | null> => {
  const place = await readEventPlace(table, partnerId, eventId);
  if (place === null) return null;
  const item = await getItem(table, keys.historyEntry(partnerId, place.customerId, place.number));
  return item === undefined ? null : eventRowOf(item);
};

/** Finds a partner's event of the last 30 days by its id: in the journal of events, or where the journal may not have it yet. */
export const findEventById = async (
  table: Table,
  partnerId: string,
  eventId: string,
  customerId: string | null,
  now: Milliseconds,
): Promise<EventRow | null> => {
  if (!mayBeListed(eventId, now)) return null;
  const isNew = customerId === null && timeOfId(eventId) >= now - mostLate;
  const row =
    (isNew ? await findNew(table, partnerId, eventId) : null) ?? (await findRow(table, partnerId, eventId, customerId));
  return row !== null && isListed(row, now) ? row : null;
};
