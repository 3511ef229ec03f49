import type { ErrorTally } from './error-tally.ts';
import type { HealthWindow } from './health-window.ts';
import { incrementOf, otherInstances, type InstanceTallies } from './rollup.ts';
import type { HourEntries } from './state-changes.ts';
import { emptyTally, eventsIn, plus, type Tally } from './tally.ts';
import { dayOfHour, type Milliseconds } from './time-grid.ts';

/** The figures of a window from the rollups. */
export interface HealthFigures {
  /** Since when events are counted: the window's beginning, or that of its first hour when this one has too many events to look at. */
  readonly from: Milliseconds;
  /** By hour or by day, according to the window's `series`. */
  readonly series: ReadonlyMap<number, Tally>;
  readonly errors: ErrorTally;
  /** All instances, also those that are not shown. */
  readonly instances: InstanceTallies;
}

const withoutErrors = (errors: ErrorTally, fewer: ErrorTally): ErrorTally =>
  new Map(
    Array.from(
      errors,
      ([key, error]) => [key, { ...error, count: error.count - (fewer.get(key)?.count ?? 0) }] as const,
    ).filter(([, { count }]) => count > 0),
  );

const withoutInstances = (instances: InstanceTallies, fewer: InstanceTallies): InstanceTallies => {
  const left = new Map(instances);
  for (const [instance, tally] of fewer) {
    // A node that was full counted events of a line that another node names among the further ones.
    const name = eventsIn(left.get(instance) ?? emptyTally) < eventsIn(tally) ? otherInstances : instance;
    left.set(name, plus(left.get(name) ?? emptyTally, tally, -1));
  }
  return left;
};

/** The figures of whole hours without what counts before the window begins. @param entries all of its first hour */
export const cutFigures = (
  { series, errors, instances }: HealthFigures,
  window: HealthWindow,
  entries: HourEntries,
): HealthFigures => {
  const cut = incrementOf(window.first, entries, true, window.from);
  const at = window.series === 'hours' ? window.first : dayOfHour(window.first);
  return {
    from: window.from,
    series: new Map(series).set(at, plus(series.get(at) ?? emptyTally, cut.tally, -1)),
    errors: withoutErrors(errors, cut.errors),
    instances: withoutInstances(instances, cut.instances),
  };
};
