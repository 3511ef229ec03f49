import { shownEventTypes } from '../../resources/event-types.ts';
import type { Scene } from '../../scenes/scene.ts';
import { chosenEventTypes } from '../../scenes/records.ts';

export const getEventTypes: Scene = {
  route: 'get-partner-webhook-event-types',
  scope: 'webhook.read',
  example: {
    request: {},
    responses: { 200: { event_types: shownEventTypes({ types: new Set(chosenEventTypes) }) } },
  },
};
