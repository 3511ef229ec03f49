import type { InstanceTerm } from './health-window.ts';
import type { DayRollup, InstanceTallies, OctaveRollup } from './rollup.ts';
import { emptyTally, isSameTally, sumOf, type Tally } from './tally.ts';
import { dayOfHour, octaveOfDay, type Day, type Hour, type Octave } from './time-grid.ts';
import { IndexChanged } from './errors.ts';

/** The rollups that were read, by their numbers. */
export interface Rollups {
  readonly octaves: ReadonlyMap<Octave, OctaveRollup>;
  readonly days: ReadonlyMap<Day, DayRollup>;
  readonly hours: ReadonlyMap<Hour, InstanceTallies>;
}

const inDay = ({ days }: Rollups, day: Day): Tally =>
  sumOf(Array.from(days.get(day)?.hours.values() ?? [], ({ tally }) => tally));

/** Whether two nodes count the same of the lower one. A node that does not exist counts nothing. */
const dayAgrees = (rollups: Rollups, day: Day): boolean =>
  isSameTally(inDay(rollups, day), rollups.octaves.get(octaveOfDay(day))?.days.get(day)?.tally ?? emptyTally);
const hourAgrees = ({ days, hours }: Rollups, hour: Hour): boolean =>
  isSameTally(sumOf(hours.get(hour)?.values() ?? []), days.get(dayOfHour(hour))?.hours.get(hour)?.tally ?? emptyTally);

interface Read {
  readonly rollups: Rollups;
  /** What is summed by instance. The days of all hours are read. */
  readonly terms: readonly InstanceTerm[];
  /** The days of which some hours count. Octaves have them whole. */
  readonly cutDays: readonly Day[];
  /** Whether octaves were read. */
  readonly byOctave: boolean;
}

/**
 * Nodes are read concurrently, and a commit may come between. A node that is subtracted from the one above it, or counts in
 * its place, must be of the same version: each commit changes the counts of both, so that equal counts mean one version. @throws IndexChanged
 */
export const requireAgreement = ({ rollups, terms, cutDays, byOctave }: Read): void => {
  const days = new Set([...cutDays, ...terms.filter(({ level }) => level === 'day').map(({ index }) => index)]);
  const hours = terms.filter(({ level }) => level === 'hour').map(({ index }) => index);
  const daysAgree = !byOctave || Array.from(days).every((day) => dayAgrees(rollups, day));
  if (!daysAgree || !hours.every((hour) => hourAgrees(rollups, hour))) throw new IndexChanged();
};
