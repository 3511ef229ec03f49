import { member, pageOf } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const listPartnerMembers: Scene = {
  route: 'list-partner-members',
  scope: 'member',
  example: { request: { page: 1, page_size: 50 }, responses: { 200: pageOf(member) } },
  cases: [
    {
      about: 'two',
      status: 200,
      as: 'owner',
      given: async (ground) => {
        await ground.outsider();
        return {};
      },
    },
  ],
};
