import type { Scene } from '../../scenes/scene.ts';
import { member, partnerKey } from '../../scenes/records.ts';

export const removeMember: Scene = {
  route: 'remove-partner-member',
  scope: 'team.write',
  example: {
    request: { member_id: member.id },
    responses: { 200: { member, keys: [{ ...partnerKey, last_used_day: '2026-03-01' }] } },
  },
};
