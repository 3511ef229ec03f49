import { eventLifetime } from '@swift-worker/time-index/event.ts';
import type { EventRange } from '@swift-worker/time-index/time-grid.ts';
import { invalid } from '../../kernel/errors.ts';
import { day, type Milliseconds } from '../../kernel/time.ts';
import { parseDate, parseDateTime } from '../../kernel/date-time.ts';

const parseBound = (name: 'date_from' | 'date_to', text: string): Milliseconds => {
  const date = parseDate(text);
  const time = date === null ? parseDateTime(text) : date + (name === 'date_to' ? day - 1 : 0);
  if (time === null) {
    throw invalid(name, 'format', `${name} must be a date (YYYY-MM-DD) or an RFC 3339 date-time with its offset`);
  }
  return time;
};

/** Bounds of a query as they are given. */
export interface GivenBounds {
  readonly date_from?: string | undefined;
  readonly date_to?: string | undefined;
}

/** The given bounds. A date stands for the whole UTC day. @throws ServiceError validation_failed */
export const boundsOf = (given: GivenBounds): { readonly [Name in keyof EventRange]: Milliseconds | undefined } => {
  const from = given.date_from === undefined ? undefined : parseBound('date_from', given.date_from);
  const to = given.date_to === undefined ? undefined : parseBound('date_to', given.date_to);
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid('date_from', 'range', 'date_from must not be later than date_to');
  }
  return { from, to };
};

/**
 * The requested range. A date stands for the whole UTC day. Without bounds it is the last 24 hours, with only the first it
 * ends now, and with only the second it is the 24 hours before. @throws ServiceError validation_failed
 */
export const eventRange = (given: GivenBounds, now: Milliseconds): EventRange => {
  const { from, to } = boundsOf(given);
  const end = to ?? Math.max(now, from ?? now);
  return { from: from ?? end - day, to: end };
};

/**
 * The part of the range that is shown: an event is not shown from 90 days after it occurred, even if its item still exists, and none
 * occurred more than a day from now. The end is before the beginning when nothing of the range is shown.
 */
export const keptRange = (range: EventRange, now: Milliseconds): EventRange => ({
  from: Math.max(range.from, now - eventLifetime),
  to: Math.min(range.to, now + day),
});
