import {
  dayOfHour,
  daysInOctave,
  firstDayOfOctave,
  firstHourOfDay,
  hoursInDay,
  inclusive,
  octaveOfHour,
  type Day,
  type Hour,
  type Milliseconds,
} from './time-grid.ts';

/** The hours from the one in which the window begins to the current one. Of the first, only what came from `from` on counts. */
export interface HealthWindow {
  readonly windowHours: number;
  readonly first: Hour;
  readonly last: Hour;
  readonly from: Milliseconds;
  readonly to: Milliseconds;
  readonly series: 'hours' | 'days';
}

/** A node whose instances are added or subtracted. */
export interface InstanceTerm {
  readonly level: 'octave' | 'day' | 'hour';
  readonly index: number;
  readonly sign: 1 | -1;
}

const terms = (
  level: InstanceTerm['level'],
  from: number,
  to: number,
  sign: InstanceTerm['sign'],
): readonly InstanceTerm[] => inclusive(from, to).map((index) => ({ level, index, sign }));

/** A day minus some of its hours. */
const without = (day: Day, hours: readonly InstanceTerm[]): readonly InstanceTerm[] => [
  ...terms('day', day, day, 1),
  ...hours,
];

/** The hours from `first` to the end of its day, in fewer terms: their sum, or the day minus the earlier hours. */
const endOfDay = (first: Hour): readonly InstanceTerm[] => {
  const day = dayOfHour(first);
  const start = firstHourOfDay(day);
  const before = first - start;
  return hoursInDay - before < before
    ? terms('hour', first, start + hoursInDay - 1, 1)
    : without(day, terms('hour', start, first - 1, -1));
};

const negated = (list: readonly InstanceTerm[]): readonly InstanceTerm[] =>
  list.map((term) => ({ ...term, sign: term.sign === 1 ? -1 : 1 }));

/** The hours from `first` to the end of its octave, in fewer terms. */
const endOfOctave = (first: Hour): readonly InstanceTerm[] => {
  const day = dayOfHour(first);
  const octave = octaveOfHour(first);
  const firstDay = firstDayOfOctave(octave);
  const lastDay = firstDay + daysInOctave - 1;
  if (lastDay - day <= day - firstDay) return [...endOfDay(first), ...terms('day', day + 1, lastDay, 1)];
  const startOfDay = without(day, negated(endOfDay(first)));
  return [...terms('octave', octave, octave, 1), ...terms('day', firstDay, day - 1, -1), ...negated(startOfDay)];
};

/** Opposite terms cancel. */
const simplified = (list: readonly InstanceTerm[]): readonly InstanceTerm[] => {
  const signs = new Map<string, number>();
  const key = (term: InstanceTerm): string => `${term.level} ${term.index}`;
  for (const term of list) signs.set(key(term), (signs.get(key(term)) ?? 0) + term.sign);
  return list.filter((term) => signs.get(key(term)) === term.sign);
};

/** Whether the window is read by days only. Otherwise it is read by octaves, and the first octave by days. */
export const usesDaysOnly = (window: HealthWindow): boolean =>
  window.series === 'hours' || octaveOfHour(window.first) === octaveOfHour(window.last);

/**
 * The nodes whose instances add up to the window, including events after its last hour.
 * Reports may be dated a day ahead; {@link instancesAhead} subtracts those.
 */
export const instancesInWindow = (window: HealthWindow): readonly InstanceTerm[] => {
  const [firstDay, lastDay] = [dayOfHour(window.first), dayOfHour(window.last)];
  if (usesDaysOnly(window)) return simplified([...endOfDay(window.first), ...terms('day', firstDay + 1, lastDay, 1)]);
  const [firstOctave, lastOctave] = [octaveOfHour(window.first), octaveOfHour(window.last)];
  return simplified([...endOfOctave(window.first), ...terms('octave', firstOctave + 1, lastOctave, 1)]);
};

/** The nodes after the window's last hour that the nodes of {@link instancesInWindow} contain. */
export const instancesAhead = (window: HealthWindow): readonly InstanceTerm[] => {
  const lastDay = dayOfHour(window.last);
  const hours = terms('hour', window.last + 1, firstHourOfDay(lastDay + 1) - 1, -1);
  if (usesDaysOnly(window)) return hours;
  const endOfOctaveDay = firstDayOfOctave(octaveOfHour(window.last) + 1) - 1;
  return [...hours, ...terms('day', lastDay + 1, endOfOctaveDay, -1)];
};
