import { customerId, instanceId, later } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const counts = { sent: 40, delivered: 38, read: 21, failed: 1, deleted: 0 };

const judged = {
  counts,
  messages: 40,
  rates: { delivered: 0.95, read: 0.525, failed: 0.025 },
  verdict: 'healthy',
};

export const getDeliveryHealth: Scene = {
  route: 'get-partner-delivery-health',
  scope: 'platform_risk.read',
  example: {
    request: { customer_id: customerId, window_hours: 1 },
    responses: {
      200: {
        health: {
          window_hours: 1,
          from: '2026-03-01T09:00:00.000Z',
          to: later,
          ...judged,
          top_errors: [{ code: 131026, title: 'Message undeliverable', count: 1 }],
          series: [{ at: '2026-03-01T09:00:00.000Z', counts }],
          by_instance: [{ instance_id: instanceId, ...judged }],
        },
      },
    },
  },
  cases: [
    { about: '24 h', status: 200, as: 'populous', given: () => ({ window_hours: 24 }) },
    { about: '2,160 h', status: 200, as: 'populous', isLarge: true, given: () => ({ window_hours: 2_160 }) },
  ],
};
