import { setEndpoint } from '../../scenes/preparation.ts';
import { testEvent } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

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
  cases: [
    {
      about: 'to an enabled endpoint',
      status: 202,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        return { type: 'service.partner.customer.updated' };
      },
    },
  ],
};
