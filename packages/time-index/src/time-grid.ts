/** Milliseconds since the epoch. */
export type Milliseconds = number;

/** A range of time. Both ends are included. It is empty when `to` is before `from`. */
export interface EventRange {
  readonly from: Milliseconds;
  readonly to: Milliseconds;
}

/**
 * The spans that events are counted in: hours, days and octaves of eight days, numbered from the epoch in UTC. With eight
 * days, 90 days have few octaves to read, and an octave has few days, so that it can be written often.
 */
export type Hour = number;
export type Day = number;
export type Octave = number;

export const hourLength: Milliseconds = 60 * 60 * 1000;
export const hoursInDay = 24;
export const dayLength: Milliseconds = hoursInDay * hourLength;
export const daysInOctave = 8;

export const hourOf = (time: Milliseconds): Hour => Math.floor(time / hourLength);
export const dayOfHour = (hour: Hour): Day => Math.floor(hour / hoursInDay);
export const octaveOfDay = (day: Day): Octave => Math.floor(day / daysInOctave);
export const octaveOfHour = (hour: Hour): Octave => octaveOfDay(dayOfHour(hour));

export const startOfHour = (hour: Hour): Milliseconds => hour * hourLength;
export const startOfDay = (day: Day): Milliseconds => startOfHour(day * hoursInDay);
export const firstHourOfDay = (day: Day): Hour => day * hoursInDay;
export const firstDayOfOctave = (octave: Octave): Day => octave * daysInOctave;
export const startOfOctave = (octave: Octave): Milliseconds => startOfDay(firstDayOfOctave(octave));

/** The integers from `from` to `to`, both included; none when `to` is less than `from`. */
export const inclusive = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
