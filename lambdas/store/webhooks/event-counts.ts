import { type EventRange } from '@swift-worker/time-index/time-grid.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { eventStatusOf } from '../../domain/webhook/event-status.ts';
import { eventWindow } from '../../domain/webhook/event-window.ts';
import type { Table } from '../table/table.ts';
import { daysOf, eventJournalHours } from './event-journal.ts';
import { newestRows, type EventRow } from './event-row.ts';

/** So much of the journal is read for the counts, up to the end of an hour: 1,500 events that came alone, or 10,000 together. */
const mostCountedBytes = 256 * 1024;

/** Quiet days are read together. */
const daysAtOnce = 10;

/** How many of a partner's events wait, and how many ended undelivered. */
export interface EventCounts {
  readonly waiting: number;
  readonly undelivered: number;
  /** Events created before are not counted, because there are too many; null: all of the last 30 days are counted. */
  readonly since: Milliseconds | null;
}

interface DayCounts extends EventCounts {
  readonly bytes: number;
}

const countDay = async (table: Table, partnerId: string, day: EventRange, bytesLeft: number): Promise<DayCounts> => {
  let [waiting, undelivered, bytes, since] = [0, 0, 0, day.from];
  for await (const hour of eventJournalHours(table, partnerId, day)) {
    if (bytes >= bytesLeft) return { waiting, undelivered, bytes, since };
    since = hour.start;
    bytes += hour.bytes;
    for (const { end, createdAt } of newestRows(hour.rows)) {
      if (createdAt < day.from) continue;
      const status = eventStatusOf(end);
      if (status === 'waiting') waiting += 1;
      if (status === 'undelivered') undelivered += 1;
    }
  }
  return { waiting, undelivered, bytes, since: null };
};

/** Several days at a time, when days of the size of the largest one stay within the limit together. */
const daysTogether = (bytes: number, largest: number): number =>
  Math.max(1, Math.min(daysAtOnce, Math.floor((mostCountedBytes - bytes) / Math.max(1, largest))));

/**
 * Counts the events of the last 30 days by the journal of events, newest first, as far as the limit allows. A change is counted
 * some seconds after its commit, as in the list of events.
 */
export const countEvents = async (table: Table, partnerId: string, now: Milliseconds): Promise<EventCounts> => {
  const days = daysOf(eventWindow({}, now));
  let [waiting, undelivered, bytes, largest, next] = [0, 0, 0, mostCountedBytes, 0];
  while (next < days.length) {
    const some = days.slice(next, next + daysTogether(bytes, largest));
    next += some.length;
    const left = mostCountedBytes - bytes;
    for (const day of await Promise.all(some.map((one) => countDay(table, partnerId, one, left)))) {
      waiting += day.waiting;
      undelivered += day.undelivered;
      bytes += day.bytes;
      largest = largest === mostCountedBytes ? day.bytes : Math.max(largest, day.bytes);
      if (day.since !== null) return { waiting, undelivered, since: day.since };
    }
    const [oldest] = some.slice(-1);
    if (bytes >= mostCountedBytes && next < days.length && oldest !== undefined) {
      return { waiting, undelivered, since: oldest.from };
    }
  }
  return { waiting, undelivered, since: null };
};

/** The rows of the events that wait, of as much of the journal as is read for the counts, newest days first. */
export const readWaiting = async (table: Table, partnerId: string, now: Milliseconds): Promise<readonly EventRow[]> => {
  const waiting: EventRow[] = [];
  let bytes = 0;
  for (const day of daysOf(eventWindow({}, now))) {
    for await (const hour of eventJournalHours(table, partnerId, day)) {
      if (bytes >= mostCountedBytes) return waiting;
      bytes += hour.bytes;
      waiting.push(...newestRows(hour.rows).filter(({ end }) => end === null));
    }
  }
  return waiting;
};
