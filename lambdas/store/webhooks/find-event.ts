import { partnerShards } from '../../domain/due.ts';
import { hourLength } from '../../domain/delivery/time-grid.ts';
import { timeOfId } from '../../domain/size.ts';
import { isListed, mayBeListed } from '../../domain/webhook/event-window.ts';
import type { Milliseconds } from '../../domain/time.ts';
import type { Item, Table } from '../table/table.ts';
import { listPartnerShard } from './event-list.ts';
import { findRow } from './listed-rows.ts';
import type { ResendRow } from './resends.ts';

const pageSize = 100;
/** A search reads so many pages of each shard at most. */
const mostPages = 10;

/** Finds an event among the oldest thousand that ended undelivered after the time, and as many that were parked after it. */
const findInShards = async (
  table: Table,
  partnerId: string,
  eventId: string,
  since: Milliseconds,
): Promise<ResendRow | null> => {
  for (const shard of partnerShards) {
    let start: Item | null = null;
    for (let page = 0; page < mostPages; page += 1) {
      const range = { since, limit: pageSize, start };
      const found: Awaited<ReturnType<typeof listPartnerShard>> = await listPartnerShard(
        table,
        shard,
        partnerId,
        range,
      );
      const event = found.events.map((listed) => listed.event).find(({ id }) => id === eventId);
      if (event !== undefined) return { customerId: event.customerId, number: event.number };
      if (found.next === null) break;
      start = found.next;
    }
  }
  return null;
};

/** The journal has every event that was created earlier. Otherwise its alarm tells that it is late. */
const mostLate: Milliseconds = hourLength;

/**
 * Finds a partner's event of the last 30 days by its id, in the journal of events. An event that was created a moment ago may not be in the journal yet: those that
 * are undelivered or wait for their endpoint are found in the index of due work.
 */
export const findEventById = async (
  table: Table,
  partnerId: string,
  eventId: string,
  now: Milliseconds,
): Promise<ResendRow | null> => {
  if (!mayBeListed(eventId, now)) return null;
  const row = await findRow(table, partnerId, eventId, null);
  if (row !== null) return isListed(row, now) ? row : null;
  const since = timeOfId(eventId);
  return since < now - mostLate ? null : findInShards(table, partnerId, eventId, since);
};
