import { endpointGiven, setEndpoint } from '../../scenes/preparation.ts';
import { endpoint, endpointCandidate, migration } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const updateWebhookEndpoint: Scene = {
  route: 'update-partner-webhook-endpoint',
  scope: 'webhook.write',
  example: { request: endpointCandidate, responses: { 202: { endpoint, migration } } },
  cases: [
    {
      about: 'a valid one, no instances to move',
      status: 202,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        return endpointGiven(ground);
      },
    },
  ],
};
