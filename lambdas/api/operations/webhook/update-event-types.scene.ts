import { optionalEventTypes } from '../../../domain/event.ts';
import { shownEventTypes } from '../../resources/event-types.ts';
import { subscribe } from '../../scenes/preparation.ts';
import { chosenEventTypes } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const updateEventTypes: Scene = {
  route: 'update-partner-webhook-event-types',
  scope: 'webhook.write',
  example: {
    request: { event_types: chosenEventTypes },
    responses: { 200: { event_types: shownEventTypes({ types: new Set(chosenEventTypes) }) } },
  },
  cases: [
    {
      about: 'a changed subscription',
      status: 200,
      isLast: true,
      given: async (ground) => {
        await subscribe(ground, []);
        return { event_types: optionalEventTypes };
      },
    },
  ],
};
