import { setConnectPage } from '../../scenes/preparation.ts';
import { at, connectPage } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getConnectPage: Scene = {
  route: 'get-partner-connect-page',
  scope: 'webhook.read',
  example: {
    request: {},
    responses: { 200: { connect_page: { ...connectPage, updated_at: at } } },
  },
  cases: [
    {
      about: 'an existing one',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setConnectPage(ground);
        return {};
      },
    },
  ],
};
