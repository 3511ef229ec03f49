import { shownEventTypes } from '../../resources/event-types.ts';
import type { Scene } from '../../scenes/scene.ts';
import { chosenEventTypes } from '../../scenes/records.ts';

export const updateEventTypes: Scene = {
  route: 'update-partner-webhook-event-types',
  scope: 'webhook.write',
  example: {
    request: { event_types: chosenEventTypes },
    responses: { 200: { event_types: shownEventTypes({ types: new Set(chosenEventTypes) }) } },
  },
};
