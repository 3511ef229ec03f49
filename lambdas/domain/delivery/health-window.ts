import type { HealthWindow } from '@swift-worker/time-index/health-window.ts';
import { hourLength, hourOf, startOfHour } from '@swift-worker/time-index/time-grid.ts';
import { minute, type Milliseconds } from '../../kernel/time.ts';

const longestHourSeries = 72;

/** The window begins at a minute. */
export const healthWindow = (windowHours: number, now: Milliseconds): HealthWindow => {
  const begins = now - windowHours * hourLength;
  const from = begins - (begins % minute);
  const series = windowHours <= longestHourSeries ? 'hours' : 'days';
  return { windowHours, first: hourOf(from), last: hourOf(now), from, to: now, series };
};

/** Rollups count whole hours, so that this window, up to 59 minutes longer, needs no events. */
export const inWholeHours = (window: HealthWindow): HealthWindow => ({ ...window, from: startOfHour(window.first) });
