import { eventLifetime } from '../../domain/delivery/event.ts';
import {
  hourLength,
  startOfDay,
  startOfHour,
  startOfOctave,
  type Day,
  type Hour,
  type Octave,
} from '../../domain/delivery/time-grid.ts';
import { day, seconds, type Milliseconds } from '../../kernel/time.ts';

/** A node expires two days after the last event that it may count: readers limit ranges to 90 days themselves. */
const after = (end: Milliseconds): number => seconds(end + eventLifetime + 2 * day);

/** When items of the index expire, in seconds since the epoch. */
export const nodeTtl = {
  hour: (hour: Hour): number => after(startOfHour(hour) + hourLength),
  day: (number: Day): number => after(startOfDay(number + 1)),
  octave: (octave: Octave): number => after(startOfOctave(octave + 1)),
} as const;
