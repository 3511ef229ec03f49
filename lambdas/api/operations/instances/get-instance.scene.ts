import type { Scene } from '../../scenes/scene.ts';
import { instance, instanceId } from '../../scenes/records.ts';

export const getInstance: Scene = {
  route: 'get-partner-instance',
  scope: 'instances.read',
  example: { request: { instance_id: instanceId }, responses: { 200: { instance } } },
};
