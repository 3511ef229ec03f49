import { connectPageGiven, setConnectPage } from '../../scenes/preparation.ts';
import { at, connectPage } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const updateConnectPage: Scene = {
  route: 'update-partner-connect-page',
  scope: 'webhook.write',
  example: {
    request: connectPage,
    responses: { 200: { connect_page: { ...connectPage, updated_at: at } } },
  },
  cases: [
    {
      about: 'another name',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setConnectPage(ground);
        return connectPageGiven(ground);
      },
    },
    {
      about: 'another name, and a logo of 132 bytes',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        await setConnectPage(ground);
        return { ...connectPageGiven(ground), logo_url: ground.logo };
      },
    },
  ],
};
