import type { Milliseconds } from '../time.ts';

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const dateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)$/;

const minute: Milliseconds = 60_000;

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
  const time = ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
  const isMidnightAtEnd = hours === 24 && time === 24 * 60 * minute && Number(fraction) === 0;
  return (hours < 24 || isMidnightAtEnd) && minutes < 60 && seconds < 60 ? time : null;
};

const offsetOf = (sign: string | undefined, hours: number, minutes: number): Milliseconds | null => {
  if (hours > 23 || minutes > 59) return null;
  return (sign === '-' ? -1 : 1) * (hours * 60 + minutes) * minute;
};

/**
 * An ISO 8601 date-time with its time zone (`Z`, `±hh`, `±hhmm` or `±hh:mm`; seconds may be left out), as RFC 3339
 * profiles it. It is truncated to milliseconds. Null when the text has another form or the time does not exist.
 */
export const parseDateTime = (text: string): Milliseconds | null => {
  const match = dateTimePattern.exec(text);
  if (match === null) return null;
  const [, dateText = '', hours, minutes, seconds = '0', fraction = '', sign, zoneHours = '0', zoneMinutes = '0'] =
    match;
  const date = parseDate(dateText);
  const time = timeOfDay(Number(hours), Number(minutes), Number(seconds), fraction);
  const offset = offsetOf(sign, Number(zoneHours), Number(zoneMinutes));
  return date === null || time === null || offset === null ? null : date + time - offset;
};
