import { member } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const updateMember: Scene = {
  route: 'update-partner-member',
  scope: 'team.write',
  example: {
    request: { member_id: member.id, role: 'admin' },
    responses: { 200: { member: { ...member, role: 'admin' } } },
  },
  cases: [
    {
      about: 'of three',
      status: 200,
      as: 'owner',
      given: async (ground) => ({ member_id: await ground.invited(), role: 'support' }),
    },
  ],
};
