import { instance, instanceId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const updateInstanceLabel: Scene = {
  route: 'update-partner-instance-label',
  scope: 'instances.write',
  example: {
    request: { instance_id: instanceId, instance_name: 'Front desk' },
    responses: { 200: { instance } },
  },
  cases: [
    {
      about: 'changes it',
      status: 200,
      given: async (ground) => ({ instance_id: await ground.line(), instance_name: 'Back office' }),
    },
  ],
};
