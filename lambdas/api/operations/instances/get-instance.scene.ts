import { instance, instanceId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getInstance: Scene = {
  route: 'get-partner-instance',
  scope: 'instances.read',
  example: { request: { instance_id: instanceId }, responses: { 200: { instance } } },
  cases: [
    { about: 'by instance_id', status: 200, given: async (ground) => ({ instance_id: await ground.line() }) },
    {
      about: 'by instance_key',
      status: 200,
      given: async (ground) => {
        const instance_key = ground.fresh();
        await ground.line({ key: instance_key });
        return { instance_key };
      },
    },
  ],
};
