import { addErrors, errorsOf, type ErrorTally } from './error-tally.ts';
import type { IndexedEvent } from './event.ts';
import { tallyOf, type HourEntries } from './state-changes.ts';
import { emptyTally, plus, type Tally } from './tally.ts';
import { dayOfHour, type Day, type Hour, type Milliseconds } from './time-grid.ts';

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

/** What new entries of one hour add to all rollups above it. */
export interface HourIncrement extends Bucket {
  readonly hour: Hour;
  readonly events: number;
  readonly instances: InstanceTallies;
}

const instanceOf = ({ instance_id: id }: IndexedEvent): string => id;

/** @param byInstance whether the scope counts by instance, because it may have several @param until only what counts before it */
export const incrementOf = (
  hour: Hour,
  entries: HourEntries,
  byInstance: boolean,
  until: Milliseconds = Infinity,
): HourIncrement => {
  const events = entries.events.filter(({ occurred_at: at }) => at < until);
  const instances = new Map<string, Tally>();
  if (byInstance) {
    const [own, echoed] = [Map.groupBy(entries.events, instanceOf), Map.groupBy(entries.echoes, instanceOf)];
    for (const id of new Set([...own.keys(), ...echoed.keys()]))
      instances.set(id, tallyOf({ events: own.get(id) ?? [], echoes: echoed.get(id) ?? [] }, until));
  }
  return { hour, events: events.length, tally: tallyOf(entries, until), errors: errorsOf(events), instances };
};

export const addToDay = (day: DayRollup, increment: HourIncrement): DayRollup => ({
  hours: new Map(day.hours).set(increment.hour, addBuckets(day.hours.get(increment.hour) ?? emptyBucket, increment)),
  instances: addInstances(day.instances, increment.instances),
});

export const addToOctave = (octave: OctaveRollup, increment: HourIncrement): OctaveRollup => {
  const day = dayOfHour(increment.hour);
  const existing = octave.days.get(day) ?? { ...emptyBucket, events: new Map<Hour, number>() };
  const events = new Map(existing.events);
  if (increment.events > 0) events.set(increment.hour, (events.get(increment.hour) ?? 0) + increment.events);
  return {
    days: new Map(octave.days).set(day, { ...addBuckets(existing, increment), events }),
    instances: addInstances(octave.instances, increment.instances),
  };
};
