import { member, partnerId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const acceptInvitation: Scene = {
  route: 'accept-partner-invitation',
  scope: 'member',
  example: { request: { partner_id: partnerId }, responses: { 200: { member } } },
  cases: [
    {
      about: 'of a team of three',
      status: 200,
      as: 'invited',
      given: async (ground) => {
        await ground.invited();
        return { partner_id: ground.teamOf };
      },
    },
  ],
};
