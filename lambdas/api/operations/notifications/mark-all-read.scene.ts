import { later } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const markAllNotificationsRead: Scene = {
  route: 'mark-all-partner-notifications-read',
  scope: 'member',
  example: { request: {}, responses: { 200: { unread: 0, read_until: later } } },
  cases: [
    {
      about: 'any number',
      status: 200,
      as: 'owner',
      given: async (ground) => {
        await ground.notification();
        return {};
      },
    },
  ],
};
