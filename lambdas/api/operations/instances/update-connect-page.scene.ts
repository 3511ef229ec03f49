import type { Scene } from '../../scenes/scene.ts';
import { at, connectPage } from '../../scenes/records.ts';

export const updateConnectPage: Scene = {
  route: 'update-partner-connect-page',
  scope: 'webhook.write',
  example: {
    request: connectPage,
    responses: { 200: { connect_page: { ...connectPage, updated_at: at } } },
  },
};
