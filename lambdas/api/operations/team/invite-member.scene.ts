import type { Scene } from '../../scenes/scene.ts';
import { member } from '../../scenes/records.ts';

export const inviteMember: Scene = {
  route: 'invite-partner-member',
  scope: 'team.write',
  example: {
    request: { email: member.email, role: 'developer' },
    responses: { 201: { member: { ...member, status: 'pending' } } },
  },
};
