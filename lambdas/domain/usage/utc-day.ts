import { day, isoOf, type Milliseconds } from '../../kernel/time.ts';

/** A UTC day, `YYYY-MM-DD`. */
export type UtcDay = string;

export const utcDayOf = (time: Milliseconds): UtcDay => isoOf(time).slice(0, 10);

export const startOfUtcDay = (of: UtcDay): Milliseconds => Date.parse(of);
export const endOfUtcDay = (of: UtcDay): Milliseconds => startOfUtcDay(of) + day;

/** The day that is so many days later, or earlier. */
export const daysAfter = (of: UtcDay, days: number): UtcDay => utcDayOf(startOfUtcDay(of) + days * day);

/** The days of a range, both ends included; none when the last is before the first. */
export const utcDaysBetween = (first: UtcDay, last: UtcDay): readonly UtcDay[] => {
  const count = (startOfUtcDay(last) - startOfUtcDay(first)) / day + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => daysAfter(first, index));
};

/** The month of a day, `YYYY-MM`. */
export const monthOf = (of: UtcDay): string => of.slice(0, 7);
