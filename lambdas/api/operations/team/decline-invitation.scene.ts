import type { Scene } from '../../scenes/scene.ts';
import { invitation, partnerId } from '../../scenes/records.ts';

export const declineInvitation: Scene = {
  route: 'decline-partner-invitation',
  scope: 'member',
  example: { request: { partner_id: partnerId }, responses: { 200: { invitation } } },
};
