import { optionalEventTypes } from '../../../domain/event.ts';
import { subscribe } from '../../scenes/preparation.ts';
import { instanceId, newSession } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const createConnectSession: Scene = {
  route: 'create-connect-session',
  scope: 'instances.write',
  example: {
    request: { instance_id: instanceId, mode: 'connect', ttl_hours: 24, return_url: 'https://partner.example/lines' },
    responses: { 201: { session: newSession } },
  },
  cases: [
    { about: 'the first', status: 201, given: async (ground) => ({ instance_id: await ground.newLine() }) },
    {
      about: 'revokes the previous session',
      status: 201,
      given: async (ground) => {
        const instance_id = await ground.newLine();
        await ground.call('create-connect-session', { instance_id });
        return { instance_id };
      },
    },
    {
      about: 'takes a slot again',
      status: 201,
      given: async (ground) => {
        const instance_id = await ground.newLine();
        await ground.call('deactivate-partner-instance', { instance_id });
        return { instance_id };
      },
    },
    {
      about: 'the first, for a partner that receives its end',
      status: 201,
      isLast: true,
      given: async (ground) => {
        await subscribe(ground, optionalEventTypes);
        return { instance_id: await ground.newLine() };
      },
    },
  ],
};
