import type { Scene } from '../../scenes/scene.ts';
import { instance, instanceId } from '../../scenes/records.ts';

export const refreshInstancePlatform: Scene = {
  route: 'refresh-partner-instance-platform',
  scope: 'instances.write',
  example: { request: { instance_id: instanceId }, responses: { 200: { instance } } },
};
