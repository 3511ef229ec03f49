/** Months of UTC, as usage is counted: `YYYY-MM`. */

const shownMonths = 13;

/** This month and those before it, newest first: a year and the same month of the year before. */
export const monthsUpTo = (now: Date): readonly [string, ...string[]] => {
  const monthBefore = (count: number): string =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count)).toISOString().slice(0, 7);
  const earlier = Array.from({ length: shownMonths - 1 }, (_, index) => monthBefore(index + 1));
  return [monthBefore(0), ...earlier];
};

/** The days of a month, `YYYY-MM-DD`. */
export const daysOf = (month: string): readonly [string, ...string[]] => {
  const first = new Date(`${month}-01T00:00:00Z`);
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const dayAt = (index: number): string => `${month}-${String(index + 1).padStart(2, '0')}`;
  return [dayAt(0), ...Array.from({ length: days - 1 }, (_, index) => dayAt(index + 1))];
};
