import { notification } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const listNotifications: Scene = {
  route: 'list-partner-notifications',
  scope: 'member',
  example: {
    request: { status: 'unread', page: 1, page_size: 50 },
    responses: { 200: { items: [notification], total: 1, page: 1, page_size: 50, pages: 1, unread: 1 } },
  },
  cases: [
    {
      about: 'page 1',
      status: 200,
      as: 'owner',
      given: async (ground) => {
        await ground.notification();
        return {};
      },
    },
    {
      about: 'unread only',
      status: 200,
      as: 'owner',
      given: async (ground) => {
        await ground.notification();
        return { status: 'unread' };
      },
    },
  ],
};
