import { eventLifetime } from '@swift-worker/time-index/event.ts';
import { validationFailed, type Problem } from '../../kernel/errors.ts';
import { day, type Milliseconds } from '../../kernel/time.ts';
import { parseDateTime } from '../../kernel/date-time.ts';

/** The rule of the form, for a sentence that begins with the field's name. */
export const mustBeTime = 'must be an RFC 3339 date-time with its offset, Unix seconds, or null';

const unixSeconds = /^(\d{1,15})(?:\.(\d+))?$/;

const parseUnixSeconds = (text: string): Milliseconds | null => {
  const [, whole, fraction = ''] = unixSeconds.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 1000 + Number(`${fraction}000`.slice(0, 3));
};

/** Decimal digits without an exponent, so that the number 1.5 and the string "1.5" are read alike. */
const decimalOf = (seconds: number): string => {
  const text = String(seconds);
  return text.includes('e') ? seconds.toFixed(6) : text;
};

const readOccurredAt = (value: string | number): Milliseconds | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? parseUnixSeconds(decimalOf(value)) : null;
  return parseUnixSeconds(value) ?? parseDateTime(value);
};

/** As seconds, such a number is in the year 5138 or later; as milliseconds, in 1973 or later. */
const leastMilliseconds = 100_000_000_000;

/** Whether Unix time is given in milliseconds, which would be read as seconds. */
export const isInMilliseconds = (value: string | number): boolean => {
  const digits = unixSeconds.exec(typeof value === 'number' ? decimalOf(value) : value);
  return digits !== null && Number(digits[1]) >= leastMilliseconds;
};

export const isOccurredAt = (value: string | number): boolean => readOccurredAt(value) !== null;

type TimeOrNone = string | number | null | undefined;

/** `timestamp` is the platform's name. */
interface GivenTime {
  readonly occurred_at?: TimeOrNone;
  readonly timestamp?: TimeOrNone;
}

/**
 * The time of a reported status: a date-time, or Unix seconds as a number or as digits with an optional fraction. Without a
 * value it is now. It is truncated to milliseconds.
 * @returns the broken rule when it is invalid, older than 90 days or more than a day ahead
 */
export const timeOrProblem = (
  { occurred_at: ours, timestamp }: GivenTime,
  now: Milliseconds,
): Milliseconds | Problem => {
  const value = ours ?? timestamp ?? null;
  if (value === null) return now;
  const path = ours == null ? 'timestamp' : 'occurred_at';
  const broken = (rule: string, must: string): Problem => ({ path, rule, message: `${path} ${must}` });
  const time = readOccurredAt(value);
  if (time === null) return broken('format', mustBeTime);
  if (time < now - eventLifetime) return broken('minimum', 'must be within the last 90 days');
  return time > now + day ? broken('maximum', 'must not be more than a day ahead') : time;
};

/** @throws ServiceError validation_failed */
export const occurredAt = (given: GivenTime, now: Milliseconds): Milliseconds => {
  const time = timeOrProblem(given, now);
  if (typeof time !== 'number') throw validationFailed([time]);
  return time;
};
