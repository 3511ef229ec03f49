import * as z from 'zod/mini';
import { day, minute, type Milliseconds } from '../kernel/time.ts';

/** Which notifications a member gets by e-mail. */
export const noticeMails = ['off', 'critical'] as const;

/** A part of each day in which no mail is sent. `start` and `end` are `HH:MM`; it may contain midnight. */
const quietHours = z.object({
  start: z.string(),
  end: z.string(),
  /** The name of a time zone of the IANA database. */
  time_zone: z.string(),
});
export type QuietHours = Readonly<z.output<typeof quietHours>>;

/** What a member has chosen for itself. */
export const noticeSettings = z.object({ email: z.enum(noticeMails), quiet: z.nullable(quietHours) });
export type NoticeSettings = Readonly<z.output<typeof noticeSettings>>;

export const defaultNotices: NoticeSettings = { email: 'off', quiet: null };

/** Whether the runtime knows a time zone by its name. */
export const isTimeZone = (name: string): boolean => {
  try {
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const minutesPerDay = day / minute;

/** The minutes since midnight of a time `HH:MM`. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const minutesAt = (now: Milliseconds, timeZone: string): number =>
  minutesOf(
    Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now),
  );

/** By how many minutes a clock that should show `end` is late or early: not at all, or by an hour of daylight saving time. */
const shiftAt = (until: Milliseconds, { end, time_zone }: QuietHours): number => {
  const late = (minutesAt(until, time_zone) - minutesOf(end) + minutesPerDay) % minutesPerDay;
  return late > minutesPerDay / 2 ? late - minutesPerDay : late;
};

/** When the quiet hours end that the time is in; null outside of them. */
export const quietUntil = (quiet: QuietHours | null, now: Milliseconds): Milliseconds | null => {
  if (quiet === null) return null;
  const at = minutesAt(now, quiet.time_zone);
  const after = (time: string): number => (minutesOf(time) - at + minutesPerDay) % minutesPerDay;
  const [start, end] = [after(quiet.start), after(quiet.end)];
  // In them, the end comes before the next start. At their first minute the start is now, and at their last the end.
  const isIn = start === 0 || (end !== 0 && end < start);
  if (!isIn) return null;
  const until = now - (now % minute) + end * minute;
  const exact = until - shiftAt(until, quiet) * minute;
  // The clocks may skip the end itself.
  return exact > now ? exact : until;
};
