import { type Milliseconds, minute } from './time.ts';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)$/;

/** The start of a UTC day `YYYY-MM-DD`; null when the text has another form or the day does not exist. */
export const parseDate = (text: string): Milliseconds | null => {
  const [, year, month, day] = datePattern.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(0);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.toISOString().slice(0, 10) === text ? date.getTime() : null;
};

const timeOfDay = (hours: number, minutes: number, seconds: number, fraction: string): Milliseconds | null => {
  const milliseconds = Number(`${fraction}000`.slice(0, 3));
  return hours < 24 && minutes < 60 && seconds < 60
    ? ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    : null;
};

const offsetOf = (sign: string | undefined, hours: number, minutes: number): Milliseconds | null => {
  if (hours > 23 || minutes > 59) return null;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * minute;
};

/** A pattern `0+$` would try each zero of each run. */
const withoutLastZeros = (digits: string): string => {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
};

interface Instant {
  readonly time: Milliseconds;
  /** The digits of the fraction beyond milliseconds, without zeros at the end. */
  readonly beyond: string;
}

const parseInstant = (text: string): Instant | null => {
  const match = dateTimePattern.exec(text);
  if (match === null) return null;
  const [, dateText = '', hours, minutes, seconds, fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] = match;
  const date = parseDate(dateText);
  const time = timeOfDay(Number(hours), Number(minutes), Number(seconds), fraction);
  const offset = offsetOf(sign, Number(zoneHours), Number(zoneMinutes));
  if (date === null || time === null || offset === null) return null;
  return { time: date + time - offset, beyond: withoutLastZeros(fraction.slice(3)) };
};

/**
 * A date-time of RFC 3339, whose offset may also be `±hhmm` or `±hh`. It is truncated to milliseconds. Null when the text
 * has another form or the time does not exist. https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export const parseDateTime = (text: string): Milliseconds | null => parseInstant(text)?.time ?? null;

/** Whether a date-time is exactly the one of the other text, in all digits of its fraction. */
export const isSameInstant = (text: string, other: string): boolean => {
  const [one, two] = [parseInstant(text), parseInstant(other)];
  return one !== null && two !== null && one.time === two.time && one.beyond === two.beyond;
};
