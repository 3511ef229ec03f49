import { setEndpoint } from '../../scenes/preparation.ts';
import { resend } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const resendWebhookEvents: Scene = {
  route: 'resend-partner-webhook-events',
  scope: 'webhook.write',
  example: {
    request: { since: '2026-03-01' },
    responses: { 202: { resend } },
  },
  cases: [
    {
      about: 'nothing is undelivered; not the first',
      status: 202,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        await ground.call('resend-partner-webhook-events', { since: '2026-01-01' }, 'bare');
        return { since: '2026-01-01' };
      },
    },
  ],
};
