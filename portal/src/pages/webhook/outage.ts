import type { WebhookEndpointState } from '../../../../packages/client/src/schemas.ts';
import { hour } from '../hours.ts';

/** Days without an answer after which the service disables an endpoint. */
export const daysUntilDisabled = 5;

/** When the latest outage began; null when there was none. */
export const outageOf = (
  endpoint: Pick<WebhookEndpointState, 'last_outage_at' | 'failing_since'> | null,
): string | null => endpoint?.last_outage_at ?? endpoint?.failing_since ?? null;

/** Since when events are sent again after an outage: an event may be older than its first failed attempt. */
export const resendSince = (outage: string): string => new Date(Date.parse(outage) - hour).toISOString();

/** Milliseconds until a paused endpoint is disabled; null when it is not going to be. */
export const timeUntilDisabled = (
  { health, failing_since: since }: Pick<WebhookEndpointState, 'health' | 'failing_since'>,
  now: number,
): number | null =>
  health === 'paused' && since !== null ? Math.max(0, Date.parse(since) + daysUntilDisabled * 24 * hour - now) : null;
