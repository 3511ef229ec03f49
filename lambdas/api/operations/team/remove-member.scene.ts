import { member, partnerKey } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const removeMember: Scene = {
  route: 'remove-partner-member',
  scope: 'team.write',
  example: {
    request: { member_id: member.id },
    responses: { 200: { member, keys: [{ ...partnerKey, last_used_day: '2026-03-01' }] } },
  },
  cases: [
    {
      about: 'of three, and of no other partner',
      status: 200,
      as: 'owner',
      given: async (ground) => ({ member_id: await ground.invited() }),
    },
  ],
};
