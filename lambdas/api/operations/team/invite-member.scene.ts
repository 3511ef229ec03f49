import { member } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const inviteMember: Scene = {
  route: 'invite-partner-member',
  scope: 'team.write',
  example: {
    request: { email: member.email, role: 'developer' },
    responses: { 201: { member: { ...member, status: 'pending' } } },
  },
  cases: [
    {
      about: 'the third, who has no user yet',
      status: 201,
      as: 'owner',
      given: async (ground) => ({ email: await ground.outsider(), role: 'viewer' }),
    },
  ],
};
