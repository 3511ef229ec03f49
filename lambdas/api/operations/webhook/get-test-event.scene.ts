import { idIn, setEndpoint } from '../../scenes/preparation.ts';
import { at, later, testEvent, testEventId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

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
  cases: [
    {
      about: 'one that waits',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        const sent = await ground.call('send-partner-webhook-test-event', { type: 'service.ping' }, 'bare');
        return { event_id: idIn(sent, 'event') };
      },
    },
  ],
};
