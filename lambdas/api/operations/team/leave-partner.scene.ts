import { member, partnerId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const leavePartner: Scene = {
  route: 'leave-partner',
  scope: 'member',
  example: { request: { partner_id: partnerId }, responses: { 200: { member } } },
  cases: [
    {
      about: 'of three, and of no other partner',
      status: 200,
      as: 'invited',
      given: async (ground) => {
        await ground.invited();
        await ground.call('accept-partner-invitation', { partner_id: ground.teamOf }, 'invited');
        return { partner_id: ground.teamOf };
      },
    },
  ],
};
