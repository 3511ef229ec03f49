import { invalid } from '../../kernel/errors.ts';
import { boundsOf, type GivenBounds } from '../delivery/event-range.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { daysIn, monthOf, utcDayOf, type UtcDay } from './utc-day.ts';

export const longestRange = 400;

/** UTC days, both included. */
export interface UsageRange {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/**
 * The requested days, up to today. Without bounds it is the current month; without the first bound, the month of the last day.
 * @throws ServiceError validation_failed
 */
export const usageRange = (given: GivenBounds, now: Milliseconds): UsageRange => {
  const bounds = boundsOf(given);
  const today = utcDayOf(now);
  const last = bounds.to === undefined ? null : utcDayOf(bounds.to);
  const from = bounds.from === undefined ? `${monthOf(last ?? today)}-01` : utcDayOf(bounds.from);
  const to = last ?? today;
  if (daysIn(from, to) > longestRange) {
    throw invalid('date_to', 'range', `date_to must be at most ${longestRange} days after date_from, both counted`);
  }
  return { from, to: to < today ? to : today };
};
