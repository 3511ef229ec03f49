import type { Scene } from '../../scenes/scene.ts';
import { member, pageOf } from '../../scenes/records.ts';

export const listPartnerMembers: Scene = {
  route: 'list-partner-members',
  scope: 'member',
  example: { request: { page: 1, page_size: 50 }, responses: { 200: pageOf(member) } },
};
