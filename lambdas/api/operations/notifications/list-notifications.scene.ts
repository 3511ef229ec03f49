import type { Scene } from '../../scenes/scene.ts';
import { notification } from '../../scenes/records.ts';

export const listNotifications: Scene = {
  route: 'list-partner-notifications',
  scope: 'member',
  example: {
    request: { status: 'unread', page: 1, page_size: 50 },
    responses: { 200: { items: [notification], total: 1, page: 1, page_size: 50, pages: 1, unread: 1 } },
  },
};
