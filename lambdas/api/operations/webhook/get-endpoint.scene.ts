import { setEndpoint } from '../../scenes/preparation.ts';
import { at, endpoint, later } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const state = {
  ...endpoint,
  health: 'paused',
  failing_since: at,
  next_probe_at: later,
  last_error: { code: 'http_503', message: 'The endpoint answered with status 503.', status: 503, at },
  last_outage_at: at,
  waiting: 214,
  undelivered: 0,
  counted_since: null,
};

export const getWebhookEndpoint: Scene = {
  route: 'get-partner-webhook-endpoint',
  scope: 'webhook.read',
  example: { request: {}, responses: { 200: { endpoint: state } } },
  cases: [
    {
      about: 'an existing endpoint, no events',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        return {};
      },
    },
    { about: '5,000 events in 30 days', status: 200, as: 'populous', isLarge: true, given: () => ({}) },
  ],
};
