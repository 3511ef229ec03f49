import { at, later, listedEvent } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const event = {
  ...listedEvent,
  body: '{"id":"01980000-0000-7000-8000-000000000061","type":"service.partner.customer.updated",…}',
  attempt_log: [
    { at, status: 503, duration_ms: 84, error_code: 'http_503', probe: false, answer: 'upstream unavailable' },
    { at: later, status: 200, duration_ms: 61, error_code: null, probe: false, answer: null },
  ],
};

export const getEvent: Scene = {
  route: 'get-partner-webhook-event',
  scope: 'webhook.read',
  example: {
    request: { event_id: listedEvent.id },
    responses: { 200: { event } },
  },
  cases: [
    {
      about: 'delivered by the first attempt',
      status: 200,
      as: 'populous',
      given: async (ground) => ({ event_id: await ground.event() }),
    },
  ],
};
