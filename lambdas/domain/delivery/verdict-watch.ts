import type { Notification } from '../notification.ts';
import { type Milliseconds, hour } from '../../kernel/time.ts';
import type { DeliveryHealth, Verdict } from './health.ts';

/** The latest verdict on an instance's deliveries. */
export interface KnownVerdict {
  readonly verdict: Verdict;
  readonly at: Milliseconds;
}

/** The window of verdicts, which is the default window of the delivery health. */
export const watchedHours = 24;

const badness: Readonly<Record<Verdict, number>> = { insufficient_data: 0, healthy: 0, degraded: 1, critical: 2 };

/** A verdict expires when all of its events are out of the window. */
const existing = (known: KnownVerdict | null, now: Milliseconds): number =>
  known === null || known.at < now - watchedHours * hour ? 0 : badness[known.verdict];

const percent = (rate: number | null): number => Math.round((rate ?? 0) * 1_000) / 10;

const worsened = (instanceId: string, { verdict, rates }: DeliveryHealth): Notification => ({
  kind: verdict === 'critical' ? 'delivery_critical' : 'delivery_degraded',
  facts: { failed_percent: percent(rates.failed), hours: watchedHours },
  category: 'delivery_health',
  severity: verdict === 'critical' ? 'critical' : 'warning',
  title: verdict === 'critical' ? 'Many messages of an instance fail' : 'More messages of an instance fail than usual',
  body: `${percent(rates.failed)} % of its messages of the last ${watchedHours} hours failed. The delivery health shows the errors.`,
  entity: { type: 'instance', id: instanceId },
  // A rate near a limit crosses it again and again.
  onceKey: `verdict:${verdict}:${instanceId}`,
  onceFor: hour,
});

/** The verdict to store after a check of an instance's health, with its notifications; null when nothing changed. */
export const verdictChange = (
  instanceId: string,
  known: KnownVerdict | null,
  health: DeliveryHealth,
  now: Milliseconds,
): { readonly known: KnownVerdict; readonly notifications: readonly Notification[] } | null => {
  const [before, after] = [existing(known, now), badness[health.verdict]];
  // A lasting verdict is stored again before it expires, so that it does not cause another notification.
  const isFresh = known === null || known.at > now - (watchedHours / 2) * hour;
  if (after === before && (after === 0 || isFresh)) return null;
  return {
    known: { verdict: health.verdict, at: now },
    notifications: after > before ? [worsened(instanceId, health)] : [],
  };
};
