import type { Scene } from '../../scenes/scene.ts';
import { member } from '../../scenes/records.ts';

export const updateMember: Scene = {
  route: 'update-partner-member',
  scope: 'team.write',
  example: {
    request: { member_id: member.id, role: 'admin' },
    responses: { 200: { member: { ...member, role: 'admin' } } },
  },
};
