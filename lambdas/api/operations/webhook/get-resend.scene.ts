import { setEndpoint } from '../../scenes/preparation.ts';
import { later, resend } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getWebhookResend: Scene = {
  route: 'get-partner-webhook-resend',
  scope: 'webhook.read',
  example: {
    request: { resend_id: resend.id },
    responses: { 200: { resend: { ...resend, status: 'completed', done: 500, finished_at: later } } },
  },
  cases: [
    {
      about: 'the latest',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        await ground.call('resend-partner-webhook-events', { since: '2026-01-01' }, 'bare');
        return {};
      },
    },
  ],
};
