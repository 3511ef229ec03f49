import type { Scene } from '../../scenes/scene.ts';
import { member, partnerId } from '../../scenes/records.ts';

export const leavePartner: Scene = {
  route: 'leave-partner',
  scope: 'member',
  example: { request: { partner_id: partnerId }, responses: { 200: { member } } },
};
