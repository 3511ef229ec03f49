/** Milliseconds since the epoch. */
export type Milliseconds = number;
export type Clock = () => Milliseconds;

let last = { time: 0, text: '1970-01-01T00:00:00.000Z' };

/** The last text is kept, because a call writes its own time several times. */
export const isoOf = (time: Milliseconds): string => {
  if (time !== last.time) last = { time, text: new Date(time).toISOString() };
  return last.text;
};

/** The time of a record's next version, which is later than the previous version's. */
export const laterThan = (previous: string, now: Milliseconds): string =>
  isoOf(Math.max(now, Date.parse(previous) + 1));

export const seconds = (milliseconds: Milliseconds): number => Math.floor(milliseconds / 1000);

export const second: Milliseconds = 1_000;
export const minute: Milliseconds = 60 * second;
export const hour: Milliseconds = 60 * minute;
export const day: Milliseconds = 24 * hour;
