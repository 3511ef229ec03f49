import { invitation, partnerId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const declineInvitation: Scene = {
  route: 'decline-partner-invitation',
  scope: 'member',
  example: { request: { partner_id: partnerId }, responses: { 200: { invitation } } },
  cases: [
    {
      about: 'of a team of three, and of who has nothing else',
      status: 200,
      as: 'invited',
      given: async (ground) => {
        await ground.invited();
        return { partner_id: ground.teamOf };
      },
    },
  ],
};
