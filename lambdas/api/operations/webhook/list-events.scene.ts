import type { Scene } from '../../scenes/scene.ts';
import { listedEvent } from '../../scenes/records.ts';

export const listEvents: Scene = {
  route: 'list-partner-webhook-events',
  scope: 'webhook.read',
  example: {
    request: { status: 'delivered', page: 1, page_size: 50 },
    responses: { 200: { items: [listedEvent], total: 1, page: 1, page_size: 50, pages: 1 } },
  },
};
