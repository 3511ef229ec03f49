import type { Scene } from '../../scenes/scene.ts';
import { at, connectPage } from '../../scenes/records.ts';

export const getConnectPage: Scene = {
  route: 'get-partner-connect-page',
  scope: 'webhook.read',
  example: {
    request: {},
    responses: { 200: { connect_page: { ...connectPage, updated_at: at } } },
  },
};
