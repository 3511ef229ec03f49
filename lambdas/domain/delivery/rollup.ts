import { addErrors, errorsOf, type ErrorTally } from './error-tally.ts';
import type { IndexedEvent } from './message-state.ts';
import { emptyTally, plus, tallyOf, type Tally } from './tally.ts';
import { dayOfHour, hourOf, type Day, type Hour } from './time-grid.ts';

/** What a span of time counts. */
export interface Bucket {
  readonly tally: Tally;
  readonly errors: ErrorTally;
}

export const emptyBucket: Bucket = { tally: emptyTally, errors: new Map() };

export const addBuckets = (left: Bucket, right: Bucket): Bucket => ({
  tally: plus(left.tally, right.tally),
  errors: addErrors(left.errors, right.errors),
});

/** Tallies by instance. */
export type LineTallies = ReadonlyMap<string, Tally>;

/** Counts a node's further instances together, so that a node stays an item however many lines a partner has. */
export const otherLines = '00000000-0000-0000-0000-000000000000';
const maxLines = 4_000;

export const addLines = (left: LineTallies, right: LineTallies): LineTallies => {
  const sum = new Map(left);
  for (const [line, tally] of right) {
    const name = sum.has(line) || sum.size < maxLines ? line : otherLines;
    sum.set(name, plus(sum.get(name) ?? emptyTally, tally));
  }
  return sum;
};

/** A day: its hours that have events, and its instances. */
export interface DayRollup {
  readonly hours: ReadonlyMap<Hour, Bucket>;
  readonly lines: LineTallies;
}

/** One day of an octave, with the number of events in each hour that has any. */
export interface OctaveDay extends Bucket {
  readonly events: ReadonlyMap<Hour, number>;
}

export interface OctaveRollup {
  readonly days: ReadonlyMap<Day, OctaveDay>;
  readonly lines: LineTallies;
}

export const emptyDay: DayRollup = { hours: new Map(), lines: new Map() };
export const emptyOctave: OctaveRollup = { days: new Map(), lines: new Map() };

/** What new events of one hour add to every rollup above it. */
export interface HourIncrement extends Bucket {
  readonly hour: Hour;
  readonly events: number;
  readonly lines: LineTallies;
}

/** @param byLine whether the scope has several instances to tell apart */
export const incrementOf = (hour: Hour, events: readonly IndexedEvent[], byLine: boolean): HourIncrement => {
  const lines = new Map<string, Tally>();
  if (byLine) {
    for (const [line, own] of Map.groupBy(events, (event) => event.instance_id)) lines.set(line, tallyOf(own));
  }
  return { hour, events: events.length, tally: tallyOf(events), errors: errorsOf(events), lines };
};

export const incrementsOf = (events: readonly IndexedEvent[], byLine: boolean): readonly HourIncrement[] =>
  Array.from(
    Map.groupBy(events, (event) => hourOf(event.occurred_at)),
    ([hour, own]) => incrementOf(hour, own, byLine),
  );

export const addToDay = (day: DayRollup, increment: HourIncrement): DayRollup => ({
  hours: new Map(day.hours).set(increment.hour, addBuckets(day.hours.get(increment.hour) ?? emptyBucket, increment)),
  lines: addLines(day.lines, increment.lines),
});

export const addToOctave = (octave: OctaveRollup, increment: HourIncrement): OctaveRollup => {
  const day = dayOfHour(increment.hour);
  const standing = octave.days.get(day) ?? { ...emptyBucket, events: new Map<Hour, number>() };
  const events = new Map(standing.events);
  events.set(increment.hour, (events.get(increment.hour) ?? 0) + increment.events);
  return {
    days: new Map(octave.days).set(day, { ...addBuckets(standing, increment), events }),
    lines: addLines(octave.lines, increment.lines),
  };
};
