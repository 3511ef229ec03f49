import { optionalEventTypes } from '../../../domain/event.ts';
import { shownEventTypes } from '../../resources/event-types.ts';
import { subscribe } from '../../scenes/preparation.ts';
import { chosenEventTypes } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getEventTypes: Scene = {
  route: 'get-partner-webhook-event-types',
  scope: 'webhook.read',
  example: {
    request: {},
    responses: { 200: { event_types: shownEventTypes({ types: new Set(chosenEventTypes) }) } },
  },
  cases: [
    {
      about: 'a partner with a subscription',
      status: 200,
      isLast: true,
      given: async (ground) => {
        await subscribe(ground, optionalEventTypes);
        return {};
      },
    },
  ],
};
