import { useMemo } from 'react';
import { useSpoken } from '../texts/texts.ts';

export interface Formats {
  /** Of a time in ISO 8601, in the reader's zone; without the year when it is this one. */
  readonly dateTime: (at: string) => string;
  readonly fullDateTime: (at: string) => string;
  readonly date: (at: string) => string;
  readonly hour: (at: Date) => string;
  readonly day: (at: Date) => string;
  /** Of a day of UTC, `YYYY-MM-DD`. */
  readonly utcDay: (day: string) => string;
  readonly utcDate: (day: string) => string;
  /** Of a month of UTC, `YYYY-MM`. */
  readonly utcMonth: (month: string) => string;
  readonly number: (value: number) => string;
  /** Of a share, 0 to 1. */
  readonly percent: (share: number) => string;
  /** Of milliseconds. */
  readonly duration: (milliseconds: number) => string;
  /** Of milliseconds, in whole hours, or in days when it is longer than two. */
  readonly timeLeft: (milliseconds: number) => string;
  readonly list: (items: readonly string[]) => string;
}

const oneHour = 3_600_000;
const oneDay = 24 * oneHour;

/** Two where the day has 24 hours, such as 09:30; one where it has 12, such as 9:30 AM. */
const hourDigitsOf = (language: string): 'numeric' | '2-digit' =>
  new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 === true ? 'numeric' : '2-digit';

const formatsOf = (language: string): Formats => {
  const hourDigits = hourDigitsOf(language);
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
  const fullDateTime = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' });
  const dateTimeOfYear = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    hour: hourDigits,
    minute: '2-digit',
  });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const hour = new Intl.DateTimeFormat(language, { hour: hourDigits, minute: '2-digit' });
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
  const utcDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const utcDate = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const utcMonth = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const seconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
  const milliseconds = new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond' });
  const hours = new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'long' });
  const days = new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return {
    dateTime: (at) => {
      const time = new Date(at);
      const isOfYear = time.getFullYear() === new Date().getFullYear();
      return (isOfYear ? dateTimeOfYear : dateTime).format(time);
    },
    fullDateTime: (at) => fullDateTime.format(new Date(at)),
    date: (at) => date.format(new Date(at)),
    hour: (at) => hour.format(at),
    day: (at) => day.format(at),
    // Without a time, ISO 8601 means UTC: https://tc39.es/ecma262/#sec-date-time-string-format
    utcDay: (at) => utcDay.format(new Date(at)),
    utcDate: (at) => utcDate.format(new Date(at)),
    utcMonth: (at) => utcMonth.format(new Date(at)),
    number: (value) => number.format(value),
    percent: (share) => percent.format(share),
    duration: (value) => (value < 1000 ? milliseconds.format(value) : seconds.format(value / 1000)),
    timeLeft: (value) =>
      value > 2 * oneDay ? days.format(Math.floor(value / oneDay)) : hours.format(Math.floor(value / oneHour)),
    list: (items) => list.format(items),
  };
};

export const useFormats = (): Formats => {
  const { language } = useSpoken();
  return useMemo(() => formatsOf(language), [language]);
};
