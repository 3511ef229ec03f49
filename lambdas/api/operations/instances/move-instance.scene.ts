import { instance, instanceId, otherCustomerId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const moveInstance: Scene = {
  route: 'move-partner-instance-to-customer',
  scope: 'instances.write',
  example: {
    request: { instance_id: instanceId, target_customer_id: otherCustomerId, reason: 'Sold' },
    responses: { 200: { instance: { ...instance, partner_customer_id: otherCustomerId } } },
  },
  cases: [
    {
      about: 'a connected instance',
      status: 200,
      given: async (ground) => ({ instance_id: await ground.line(), target_customer_id: await ground.customer() }),
    },
  ],
};
