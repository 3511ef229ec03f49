/** Milliseconds since the epoch. */
export type Milliseconds = number;
export type Clock = () => Milliseconds;

export const isoOf = (time: Milliseconds): string => new Date(time).toISOString();

/** The time of a record's next version, which is later than the previous version's. */
export const laterThan = (previous: string, now: Milliseconds): string =>
  isoOf(Math.max(now, Date.parse(previous) + 1));

export const seconds = (milliseconds: Milliseconds): number => Math.floor(milliseconds / 1000);

export const second: Milliseconds = 1_000;
export const minute: Milliseconds = 60 * second;
export const hour: Milliseconds = 60 * minute;
export const day: Milliseconds = 24 * hour;
