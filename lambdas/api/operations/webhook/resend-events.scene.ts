import type { Scene } from '../../scenes/scene.ts';
import { resend } from '../../scenes/records.ts';

export const resendWebhookEvents: Scene = {
  route: 'resend-partner-webhook-events',
  scope: 'webhook.write',
  example: {
    request: { since: '2026-03-01' },
    responses: { 202: { resend } },
  },
};
