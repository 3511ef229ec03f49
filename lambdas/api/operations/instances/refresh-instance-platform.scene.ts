import { instance, instanceId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const refreshInstancePlatform: Scene = {
  route: 'refresh-partner-instance-platform',
  scope: 'instances.write',
  example: { request: { instance_id: instanceId }, responses: { 200: { instance } } },
  cases: [
    { about: 'a connected instance', status: 200, given: async (ground) => ({ instance_id: await ground.line() }) },
  ],
};
