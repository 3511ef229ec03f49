import { eventLifetime } from './event.ts';
import {
  dayLength,
  hourLength,
  startOfDay,
  startOfHour,
  startOfOctave,
  type Day,
  type Hour,
  type Milliseconds,
  type Octave,
} from './time-grid.ts';

/** A node expires two days after the last event that it may count: readers limit ranges to 90 days themselves. */
const after = (end: Milliseconds): number => Math.floor((end + eventLifetime + 2 * dayLength) / 1000);

/** When items of the index expire, in seconds since the epoch. */
export const nodeTtl = {
  hour: (hour: Hour): number => after(startOfHour(hour) + hourLength),
  day: (number: Day): number => after(startOfDay(number + 1)),
  octave: (octave: Octave): number => after(startOfOctave(octave + 1)),
} as const;
