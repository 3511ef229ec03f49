import { numberFields } from '../../../domain/webhook/relayed-fields.ts';
import { setEndpoint } from '../../scenes/preparation.ts';
import { migration } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getPlatformCallbacks: Scene = {
  route: 'get-partner-platform-callbacks',
  scope: 'webhook.read',
  example: {
    request: {},
    responses: { 200: { platform_callbacks: { mode: 'relay', fields: numberFields, migration } } },
  },
  cases: [
    {
      about: 'with an endpoint',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setEndpoint(ground);
        return {};
      },
    },
  ],
};
