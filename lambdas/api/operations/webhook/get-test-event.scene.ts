import type { Scene } from '../../scenes/scene.ts';
import { at, later, testEvent, testEventId } from '../../scenes/records.ts';

export const getWebhookTestEvent: Scene = {
  route: 'get-partner-webhook-test-event',
  scope: 'webhook.read',
  example: {
    request: { event_id: testEventId },
    responses: {
      200: {
        event: {
          ...testEvent,
          status: 'waiting',
          attempts: 1,
          next_attempt_at: later,
          delivered_at: null,
          attempt_log: [
            { at, status: 503, duration_ms: 84, error_code: 'http_503', probe: false, answer: 'upstream unavailable' },
          ],
        },
      },
    },
  },
};
