import type { Notification } from '../notification.ts';
import type { Milliseconds } from '../time.ts';
import type { DeliveryHealth, Verdict } from './health.ts';

/** What was last found of a line's deliveries. */
export interface KnownVerdict {
  readonly verdict: Verdict;
  readonly at: Milliseconds;
}

/** Verdicts are of the window that the health shows unless it is asked for another. */
export const watchedHours = 24;
const hour: Milliseconds = 3_600_000;

const badness: Readonly<Record<Verdict, number>> = { insufficient_data: 0, healthy: 0, degraded: 1, critical: 2 };

/** A verdict of events that are all out of the window by now says nothing. */
const existing = (known: KnownVerdict | null, now: Milliseconds): number =>
  known === null || known.at < now - watchedHours * hour ? 0 : badness[known.verdict];

const percent = (rate: number | null): string => `${Math.round((rate ?? 0) * 1_000) / 10} %`;

const worsened = (instanceId: string, { verdict, rates }: DeliveryHealth): Notification => ({
  category: 'delivery_health',
  severity: verdict === 'critical' ? 'critical' : 'warning',
  title: verdict === 'critical' ? 'Many messages of a line fail' : 'More messages of a line fail than usual',
  body: `${percent(rates.failed)} of its messages of the last ${watchedHours} hours failed. The delivery health shows the errors.`,
  entity: { type: 'instance', id: instanceId },
});

/** What to keep of a look at a line's health, and what to tell; null when it is as it was. */
export const verdictChange = (
  instanceId: string,
  known: KnownVerdict | null,
  health: DeliveryHealth,
  now: Milliseconds,
): { readonly known: KnownVerdict; readonly notifications: readonly Notification[] } | null => {
  const [before, after] = [existing(known, now), badness[health.verdict]];
  // What lasts is noted again in time, so that it does not become news by itself.
  const isFresh = known === null || known.at > now - (watchedHours / 2) * hour;
  if (after === before && (after === 0 || isFresh)) return null;
  return {
    known: { verdict: health.verdict, at: now },
    notifications: after > before ? [worsened(instanceId, health)] : [],
  };
};
