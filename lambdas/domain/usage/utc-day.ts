import { day, isoOf, type Milliseconds } from '../../kernel/time.ts';

/** A UTC day, `YYYY-MM-DD`. */
export type UtcDay = string;

export const utcDayOf = (time: Milliseconds): UtcDay => isoOf(time).slice(0, 10);

export const startOfUtcDay = (of: UtcDay): Milliseconds => Date.parse(of);
export const endOfUtcDay = (of: UtcDay): Milliseconds => startOfUtcDay(of) + day;

/** The day that is so many days later, or earlier. */
export const daysAfter = (of: UtcDay, days: number): UtcDay => utcDayOf(startOfUtcDay(of) + days * day);

/** How many days a range has, both ends included; none when the last is before the first. */
export const daysIn = (first: UtcDay, last: UtcDay): number =>
  Math.max(0, (startOfUtcDay(last) - startOfUtcDay(first)) / day + 1);

/** The days of a range, both ends included. */
export const utcDaysBetween = (first: UtcDay, last: UtcDay): readonly UtcDay[] =>
  Array.from({ length: daysIn(first, last) }, (_, index) => daysAfter(first, index));

/** The month of a day, `YYYY-MM`. */
export const monthOf = (of: UtcDay): string => of.slice(0, 7);
