import { numberFields } from '../../../domain/webhook/relayed-fields.ts';
import { setEndpoint } from '../../scenes/preparation.ts';
import { migration } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const updatePlatformCallbacks: Scene = {
  route: 'update-partner-platform-callbacks',
  scope: 'webhook.write',
  example: {
    request: { mode: 'relay' },
    responses: { 200: { platform_callbacks: { mode: 'relay', fields: numberFields, migration } } },
  },
  cases: [
    {
      about: 'to relay, no instances to move',
      as: 'bare',
      status: 200,
      given: async (ground) => {
        await setEndpoint(ground);
        return { mode: 'relay', fields: ['messages'] };
      },
    },
  ],
};
