import type { Notification } from '../notification.ts';
import type { EndpointHealth, HealthEffect } from './endpoint-health.ts';

const failing = (endpointId: string): Notification => ({
  kind: 'endpoint_failing',
  facts: {},
  category: 'system',
  severity: 'warning',
  title: 'Your webhook endpoint keeps failing',
  body: 'No event has been delivered for half of the time after which the endpoint is disabled. Events wait and are sent once it answers again.',
  entity: { type: 'webhook_endpoint', id: endpointId },
});

const disabled = (endpointId: string, health: EndpointHealth): Notification => ({
  kind: 'endpoint_disabled',
  facts: { reason: health.state === 'disabled' ? health.reason : null },
  category: 'system',
  severity: 'critical',
  title: 'Your webhook endpoint was disabled',
  body:
    health.state === 'disabled' && health.reason === 'gone'
      ? 'It answered that it is gone for good (410). Events are kept for 30 days. Update the endpoint to enable it again.'
      : 'It failed for too long. Events are kept for 30 days. Update the endpoint to enable it again.',
  entity: { type: 'webhook_endpoint', id: endpointId },
});

/** The notifications of a change of an endpoint's health. */
export const notificationsOf = (
  endpointId: string,
  health: EndpointHealth,
  effects: readonly HealthEffect[],
): readonly Notification[] =>
  effects.flatMap((effect) => {
    switch (effect) {
      case 'notify_failing':
        return [failing(endpointId)];
      case 'notify_disabled':
        return [disabled(endpointId, health)];
      case 'drain':
        return [];
    }
  });
