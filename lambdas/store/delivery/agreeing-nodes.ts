import type { InstanceTerm } from '../../domain/delivery/health-window.ts';
import type { DayRollup, InstanceTallies, OctaveRollup } from '../../domain/delivery/rollup.ts';
import { eventsIn, sumOf } from '../../domain/delivery/tally.ts';
import { dayOfHour, octaveOfDay, type Day, type Hour, type Octave } from '../../domain/delivery/time-grid.ts';
import { contended } from '../table/commit.ts';

/** The rollups that were read, by their numbers. */
export interface Rollups {
  readonly octaves: ReadonlyMap<Octave, OctaveRollup>;
  readonly days: ReadonlyMap<Day, DayRollup>;
  readonly hours: ReadonlyMap<Hour, InstanceTallies>;
}

const eventsOf = (instances: InstanceTallies | undefined): number => eventsIn(sumOf(instances?.values() ?? []));

/** What the node above counts of a term's node; null when none was read. A node that does not exist counts nothing. */
const countedAbove = ({ octaves, days }: Rollups, { level, index }: InstanceTerm, byOctave: boolean): number | null => {
  const bucket =
    level === 'hour' ? days.get(dayOfHour(index))?.hours.get(index) : octaves.get(octaveOfDay(index))?.days.get(index);
  if (level === 'octave' || (level === 'day' && !byOctave)) return null;
  return bucket === undefined ? 0 : eventsIn(bucket.tally);
};

const countedBy = ({ days, hours }: Rollups, { level, index }: InstanceTerm): number =>
  eventsOf(level === 'hour' ? hours.get(index) : days.get(index)?.instances);

/**
 * Nodes are read concurrently, and a commit may come between. A node that is subtracted from the one above it must be of
 * the same version: each commit adds to both, so that equal counts mean one version. The days of all hours are read.
 * @param byOctave whether octaves were read @throws Contended
 */
export const requireAgreement = (rollups: Rollups, terms: readonly InstanceTerm[], byOctave: boolean): void => {
  for (const term of terms) {
    const above = countedAbove(rollups, term, byOctave);
    if (above !== null && above !== countedBy(rollups, term)) throw contended();
  }
};
