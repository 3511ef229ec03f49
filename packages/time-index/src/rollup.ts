import { addErrors, errorsOf, type ErrorTally } from './error-tally.ts';
import type { IndexedEvent } from './event.ts';
import { emptyTally, plus, tallyOf, type Tally } from './tally.ts';
import { dayOfHour, hourOf, type Day, type Hour } from './time-grid.ts';

/** The counts of a span of time. */
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
export type InstanceTallies = ReadonlyMap<string, Tally>;

/** The id under which a node counts its further instances together, so that it fits into an item with any number of instances. */
export const otherInstances = '00000000-0000-0000-0000-000000000000';
const maxInstances = 4_000;

export const addInstances = (left: InstanceTallies, right: InstanceTallies): InstanceTallies => {
  const sum = new Map(left);
  for (const [instance, tally] of right) {
    const name = sum.has(instance) || sum.size < maxInstances ? instance : otherInstances;
    sum.set(name, plus(sum.get(name) ?? emptyTally, tally));
  }
  return sum;
};

/** The hours of a day that have events, and its instances. */
export interface DayRollup {
  readonly hours: ReadonlyMap<Hour, Bucket>;
  readonly instances: InstanceTallies;
}

/** One day of an octave, with the number of events in each hour that has any. */
export interface OctaveDay extends Bucket {
  readonly events: ReadonlyMap<Hour, number>;
}

export interface OctaveRollup {
  readonly days: ReadonlyMap<Day, OctaveDay>;
  readonly instances: InstanceTallies;
}

export const emptyDay: DayRollup = { hours: new Map(), instances: new Map() };
export const emptyOctave: OctaveRollup = { days: new Map(), instances: new Map() };

/** What new events of one hour add to all rollups above it. */
export interface HourIncrement extends Bucket {
  readonly hour: Hour;
  readonly events: number;
  readonly instances: InstanceTallies;
}

/** @param byInstance whether the scope counts by instance, because it may have several */
export const incrementOf = (hour: Hour, events: readonly IndexedEvent[], byInstance: boolean): HourIncrement => {
  const instances = new Map<string, Tally>();
  if (byInstance) {
    for (const [instance, own] of Map.groupBy(events, (event) => event.instance_id))
      instances.set(instance, tallyOf(own));
  }
  return { hour, events: events.length, tally: tallyOf(events), errors: errorsOf(events), instances };
};

export const incrementsOf = (events: readonly IndexedEvent[], byInstance: boolean): readonly HourIncrement[] =>
  Array.from(
    Map.groupBy(events, (event) => hourOf(event.occurred_at)),
    ([hour, own]) => incrementOf(hour, own, byInstance),
  );

export const addToDay = (day: DayRollup, increment: HourIncrement): DayRollup => ({
  hours: new Map(day.hours).set(increment.hour, addBuckets(day.hours.get(increment.hour) ?? emptyBucket, increment)),
  instances: addInstances(day.instances, increment.instances),
});

export const addToOctave = (octave: OctaveRollup, increment: HourIncrement): OctaveRollup => {
  const day = dayOfHour(increment.hour);
  const existing = octave.days.get(day) ?? { ...emptyBucket, events: new Map<Hour, number>() };
  const events = new Map(existing.events);
  events.set(increment.hour, (events.get(increment.hour) ?? 0) + increment.events);
  return {
    days: new Map(octave.days).set(day, { ...addBuckets(existing, increment), events }),
    instances: addInstances(octave.instances, increment.instances),
  };
};
