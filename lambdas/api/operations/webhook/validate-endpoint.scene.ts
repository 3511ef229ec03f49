import { endpointGiven, setEndpoint } from '../../scenes/preparation.ts';
import { endpointCandidate } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const checks = [
  { name: 'challenge', ok: true, detail: null, status: 200, duration_ms: 58, error_code: null },
  { name: 'wrong_token', ok: true, detail: null, status: 403, duration_ms: 41, error_code: null },
  { name: 'ping', ok: true, detail: null, status: 204, duration_ms: 47, error_code: null },
  { name: 'callback', ok: true, detail: null, status: 200, duration_ms: 44, error_code: null },
];

export const validateWebhookEndpoint: Scene = {
  route: 'validate-partner-webhook-endpoint',
  scope: 'webhook.write',
  example: { request: endpointCandidate, responses: { 200: { valid: true, checks } } },
  cases: [
    {
      about: 'a valid one',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        return endpointGiven(ground);
      },
    },
  ],
};
