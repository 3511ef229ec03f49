import type { Scene } from '../../scenes/scene.ts';
import { testEvent } from '../../scenes/records.ts';

export const sendWebhookTestEvent: Scene = {
  route: 'send-partner-webhook-test-event',
  scope: 'webhook.write',
  example: {
    request: { type: 'service.ping' },
    responses: {
      202: {
        event: { ...testEvent, status: 'waiting' },
      },
    },
  },
};
