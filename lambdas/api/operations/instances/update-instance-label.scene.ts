import type { Scene } from '../../scenes/scene.ts';
import { instance, instanceId } from '../../scenes/records.ts';

export const updateInstanceLabel: Scene = {
  route: 'update-partner-instance-label',
  scope: 'instances.write',
  example: {
    request: { instance_id: instanceId, instance_name: 'Front desk' },
    responses: { 200: { instance } },
  },
};
