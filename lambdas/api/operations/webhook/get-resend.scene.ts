import type { Scene } from '../../scenes/scene.ts';
import { later, resend } from '../../scenes/records.ts';

export const getWebhookResend: Scene = {
  route: 'get-partner-webhook-resend',
  scope: 'webhook.read',
  example: {
    request: { resend_id: resend.id },
    responses: { 200: { resend: { ...resend, status: 'completed', done: 500, finished_at: later } } },
  },
};
