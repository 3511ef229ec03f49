import { customerTraceOf, mostJournalLag } from '../../domain/event-id.ts';
import { timeOfId } from '../../domain/size.ts';
import { isListed, mayBeListed } from '../../domain/webhook/event-window.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { tracedCustomers } from '../customers/traced-customers.ts';
import type { Table } from '../table/table.ts';
import type { EventRow } from './event-row.ts';
import { findRow } from './listed-rows.ts';

/** An event that the journal of events may not have yet, from the history of its customer. */
const findNew = async (table: Table, partnerId: string, eventId: string): Promise<EventRow | null> => {
  for await (const customerId of tracedCustomers(table, partnerId, customerTraceOf(eventId))) {
    const row = await findRow(table, partnerId, eventId, customerId);
    if (row !== null) return row;
  }
  return null;
};

/** Finds a partner's event of the last 30 days by its id: in the journal of events, or with its customer. */
export const findEventById = async (
  table: Table,
  partnerId: string,
  eventId: string,
  customerId: string | null,
  now: Milliseconds,
): Promise<EventRow | null> => {
  if (!mayBeListed(eventId, now)) return null;
  const owner = customerId ?? customerTraceOf(eventId).callbackOwner;
  const isNew = owner === null && timeOfId(eventId) >= now - mostJournalLag;
  const row =
    (isNew ? await findNew(table, partnerId, eventId) : null) ?? (await findRow(table, partnerId, eventId, owner));
  return row !== null && isListed(row, now) ? row : null;
};
