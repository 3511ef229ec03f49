import type { Scene } from '../../scenes/scene.ts';
import { endpoint, endpointCandidate, migration } from '../../scenes/records.ts';

export const updateWebhookEndpoint: Scene = {
  route: 'update-partner-webhook-endpoint',
  scope: 'webhook.write',
  example: { request: endpointCandidate, responses: { 202: { endpoint, migration } } },
};
