import { day, type Milliseconds, hour } from '../../kernel/time.ts';
import { listedLifetime } from '../webhook/event-window.ts';
import { daysAfter, endOfUtcDay, monthOf, startOfUtcDay, utcDaysBetween, type UtcDay } from './utc-day.ts';

/** How long after its end a day is closed at the earliest. The records of the stream are some seconds late, after a failure some hours. */
const closingDelay: Milliseconds = 6 * hour;
/** Days of many partners are closed over so long a time. */
const closingSpread: Milliseconds = hour;

/** Facts that a day has got after it was closed are looked for once, so many days later. */
export const reviewAfterDays = 7;

/** How long facts are stored after their day: longer than a failure of the worker may last. */
export const factLifetimeDays = 45;

/** Deliveries of events are facts of the list of events, which are stored for a day longer than they are listed. */
const countableFor: Milliseconds = Math.min(factLifetimeDays * day, listedLifetime);

/** Whether all facts of a day are stored for a while yet. Afterwards a count may be too low. */
export const isCountable = (of: UtcDay, now: Milliseconds): boolean => now < startOfUtcDay(of) + countableFor;

/** Longer than a commit may take whose time is before the day. */
const countingDelay: Milliseconds = hour;

/** When large days that are open are counted again. */
export interface Recount {
  /** At the latest. */
  readonly due: Milliseconds;
  /** Before, no read of the usage makes it due. */
  readonly earliest: Milliseconds;
}

/** So that counting takes a thirtieth of the time at the most. */
const restAfterCount = 30;
const shortestRest: Milliseconds = 10 * 60_000;

export const recountOf = (begun: Milliseconds, ended: Milliseconds): Recount => {
  const rest = restAfterCount * (ended - begun);
  return { earliest: begun + Math.max(shortestRest, rest), due: begun + Math.max(hour, rest) };
};

/** Spreads partners over an hour. */
const spreadOf = (partnerId: string): Milliseconds =>
  Math.floor((parseInt(partnerId.slice(-4), 16) / 0x10000) * closingSpread);

/** When a partner's day is closed. */
export const closesAt = (of: UtcDay, partnerId: string): Milliseconds =>
  endOfUtcDay(of) + closingDelay + spreadOf(partnerId);

/** When it is counted what a partner had at the beginning of its first day. */
export const countedAt = (of: UtcDay, partnerId: string): Milliseconds =>
  startOfUtcDay(of) + countingDelay + spreadOf(partnerId);

/** The month to whose lines the correction of a day belongs. It is closed after the review of the day. */
export const monthOfCorrection = (of: UtcDay): string => monthOf(daysAfter(of, reviewAfterDays));

/** The days of a month `YYYY-MM`. */
export const daysOfMonth = (month: string): readonly UtcDay[] => {
  const first = `${month}-01`;
  return utcDaysBetween(first, daysAfter(`${monthOf(daysAfter(first, 31))}-01`, -1));
};
