/** Milliseconds since the epoch. */
export type Milliseconds = number;
export type Clock = () => Milliseconds;

export const isoOf = (time: Milliseconds): string => new Date(time).toISOString();

/** The time of a new version of a record: now, but always later than the version before it. */
export const laterThan = (previous: string, now: Milliseconds): string =>
  isoOf(Math.max(now, Date.parse(previous) + 1));

export const seconds = (milliseconds: Milliseconds): number => Math.floor(milliseconds / 1000);

export const day: Milliseconds = 24 * 60 * 60 * 1000;
