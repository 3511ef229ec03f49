import { addErrors, type ErrorTally } from './error-tally.ts';
import type { IndexedEvent } from './event.ts';
import { cutFigures, type HealthFigures } from './figures.ts';
import {
  instancesAhead,
  instancesInWindow,
  usesDaysOnly,
  type HealthWindow,
  type InstanceTerm,
} from './health-window.ts';
import { emptyBucket, type Bucket, type DayRollup, type InstanceTallies } from './rollup.ts';
import { entriesByHour } from './state-changes.ts';
import { emptyTally, plus, sumOf, type Tally } from './tally.ts';
import { dayOfHour, inclusive, octaveOfDay, octaveOfHour, startOfHour, type Hour } from './time-grid.ts';
import { entriesOfCutHour } from './cut-hour.ts';
import { requireAgreement, type Rollups } from './agreeing-nodes.ts';
import type { Consistency, DeliveryIndex, IndexScope } from './delivery-index.ts';
import { bySortKey } from './block-events.ts';
import { sortKeys, sortRanges, type SortRange } from './sort-keys.ts';
import { unpackDay, unpackHourInstances, unpackOctave } from './rollup-codec.ts';
import type { FindDeps } from './find-events.ts';
import { readConsistently } from './read-consistently.ts';
import { withWaiting } from './waiting-index.ts';

/** The nodes to read, from the first to the last; null: none. */
type Span = readonly [from: number, to: number] | null;
interface Spans {
  readonly octaves: Span;
  readonly days: Span;
  readonly hours: Span;
}

const spanOf = (indexes: readonly number[]): Span =>
  indexes.length === 0 ? null : [Math.min(...indexes), Math.max(...indexes)];

const indexesOf = (terms: readonly InstanceTerm[], level: InstanceTerm['level']): readonly number[] =>
  terms.filter((term) => term.level === level).map((term) => term.index);

/** A scope's partition, and how it is read. */
interface Source {
  readonly index: DeliveryIndex;
  readonly partition: string;
  readonly consistency: Consistency;
}

const readSpan = async <T>(
  { index, partition, consistency }: Source,
  span: Span,
  rangeOf: (from: number, to: number) => SortRange,
  keyOf: (index: number) => string,
  unpack: (index: number, body: Uint8Array) => T,
): Promise<ReadonlyMap<number, T>> => {
  if (span === null) return new Map();
  const items = bySortKey(await index.range(partition, rangeOf(...span), consistency));
  return new Map(
    inclusive(...span).flatMap((node) => {
      const item = items.get(keyOf(node));
      return item === undefined ? [] : [[node, unpack(node, item.body)] as const];
    }),
  );
};

const readRollups = async (source: Source, spans: Spans): Promise<Rollups> => {
  const [octaves, days, hours] = await Promise.all([
    readSpan(source, spans.octaves, sortRanges.octaves, sortKeys.octave, unpackOctave),
    readSpan(source, spans.days, sortRanges.days, sortKeys.day, unpackDay),
    readSpan(source, spans.hours, sortRanges.instances, sortKeys.instances, (_, body) => unpackHourInstances(body)),
  ]);
  return { octaves, days, hours };
};

const spansFor = (window: HealthWindow, terms: readonly InstanceTerm[]): Spans => {
  const [firstDay, lastDay] = [dayOfHour(window.first), dayOfHour(window.last)];
  const daysOnly = usesDaysOnly(window);
  return {
    octaves: daysOnly ? null : [octaveOfHour(window.first), octaveOfHour(window.last)],
    days: daysOnly ? [firstDay, lastDay] : spanOf([firstDay, ...indexesOf(terms, 'day')]),
    hours: spanOf(indexesOf(terms, 'hour')),
  };
};

/** Whether a node that the window counts has events after the window's last hour. */
const hasAhead = (window: HealthWindow, { octaves, days }: Rollups): boolean =>
  Array.from(octaves.values()).some((octave) =>
    Array.from(octave.days.values()).some(({ events }) => Array.from(events.keys()).some((hour) => hour > window.last)),
  ) || Array.from(days.get(dayOfHour(window.last))?.hours.keys() ?? []).some((hour) => hour > window.last);

const joined = <T>(left: ReadonlyMap<number, T>, right: ReadonlyMap<number, T>): ReadonlyMap<number, T> =>
  new Map([...left, ...right]);

/** Adds the rollups of the events after the window's last hour, and of the last day by hour. */
const withAhead = async (
  source: Source,
  window: HealthWindow,
  read: Rollups,
  ahead: readonly InstanceTerm[],
): Promise<Rollups> => {
  const days = spanOf([dayOfHour(window.last), ...indexesOf(ahead, 'day')]);
  const more = await readRollups(source, { octaves: null, days, hours: spanOf(indexesOf(ahead, 'hour')) });
  return {
    octaves: read.octaves,
    days: joined(read.days, more.days),
    hours: joined(read.hours, more.hours),
  };
};

const hoursOfDay = (window: HealthWindow, day: DayRollup | undefined): readonly (readonly [Hour, Bucket])[] =>
  Array.from(day?.hours ?? []).filter(([hour]) => hour >= window.first && hour <= window.last);

/** The buckets of the window: by hour where the day was read, otherwise by day. */
const bucketsIn = (window: HealthWindow, { octaves, days }: Rollups): readonly (readonly [Hour, Bucket])[] => {
  if (window.series === 'hours') return Array.from(days.values()).flatMap((day) => hoursOfDay(window, day));
  return inclusive(dayOfHour(window.first), dayOfHour(window.last)).flatMap((day) => {
    const known = days.get(day);
    if (known !== undefined) return hoursOfDay(window, known).map(([, bucket]) => [day, bucket] as const);
    const bucket = octaves.get(octaveOfDay(day))?.days.get(day);
    return bucket === undefined ? [] : [[day, bucket] as const];
  });
};

const instancesOf = ({ octaves, days, hours }: Rollups, { level, index }: InstanceTerm): InstanceTallies => {
  switch (level) {
    case 'octave':
      return octaves.get(index)?.instances ?? new Map<string, Tally>();
    case 'day':
      return days.get(index)?.instances ?? new Map<string, Tally>();
    case 'hour':
      return hours.get(index) ?? new Map<string, Tally>();
  }
};

const sumInstances = (rollups: Rollups, terms: readonly InstanceTerm[]): InstanceTallies => {
  const sum = new Map<string, Tally>();
  for (const term of terms) {
    for (const [instance, tally] of instancesOf(rollups, term))
      sum.set(instance, plus(sum.get(instance) ?? emptyTally, tally, term.sign));
  }
  return sum;
};

const seriesOf = (buckets: readonly (readonly [number, Bucket])[]): ReadonlyMap<number, Tally> => {
  const series = new Map<number, Tally>();
  for (const [at, { tally }] of buckets) series.set(at, plus(series.get(at) ?? emptyTally, tally));
  return series;
};

/** The figures of a window from a scope's rollups, and from the entries of its first hour. */
const tryFigures = async (
  index: DeliveryIndex,
  scope: IndexScope,
  window: HealthWindow,
  consistency: Consistency,
): Promise<HealthFigures> => {
  const source = { index, partition: scope.partition, consistency };
  const byInstance = scope.instanceId === null;
  const terms = byInstance ? instancesInWindow(window) : [];
  const ahead = byInstance ? instancesAhead(window) : [];
  const first = await readRollups(source, spansFor(window, terms));
  const isAhead = hasAhead(window, first);
  const rollups = isAhead ? await withAhead(source, window, first, ahead) : first;
  const summed = isAhead ? [...terms, ...ahead] : terms;
  const cutDays = [window.first, ...(isAhead ? [window.last] : [])].map(dayOfHour);
  requireAgreement({ rollups, terms: summed, cutDays, byOctave: !usesDaysOnly(window) });
  const buckets = bucketsIn(window, rollups);
  const series = seriesOf(buckets);
  const errors = buckets.reduce<ErrorTally>((sum, [, bucket]) => addErrors(sum, bucket.errors), emptyBucket.errors);
  const whole = {
    from: startOfHour(window.first),
    series,
    errors,
    instances:
      scope.instanceId === null ? sumInstances(rollups, summed) : new Map([[scope.instanceId, sumOf(series.values())]]),
  };
  const inFirst = rollups.days.get(dayOfHour(window.first))?.hours.get(window.first)?.tally ?? emptyTally;
  const cut = await entriesOfCutHour(source, window.from, inFirst);
  return cut === null ? whole : cutFigures(whole, window, cut);
};

/**
 * The figures of a scope within a window, with the events that wait.
 * @param waiting events that may not be in the index yet. They were read before this call, as consistently as the call reads
 */
export const readFigures = (
  { index, repeat }: FindDeps,
  scope: IndexScope,
  waiting: readonly IndexedEvent[],
  window: HealthWindow,
  consistency: Consistency,
): Promise<HealthFigures> => {
  const byHour = entriesByHour(waiting);
  return readConsistently(repeat, consistency, async (tried) =>
    tryFigures(await withWaiting(index, scope, byHour, window, tried), scope, window, tried),
  );
};
