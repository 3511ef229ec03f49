import { pageOf, succeededSync, wabaId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const listBusinessAccounts: Scene = {
  route: 'list-partner-business-accounts',
  scope: 'templates.read',
  example: {
    request: { troubled: true, page: 1, page_size: 50 },
    responses: {
      200: pageOf({ platform_waba_id: wabaId, lines: 2, templates: 12, troubled: 1, last_sync: succeededSync }),
    },
  },
  cases: [
    {
      about: 'page 1, with an account of 6,000 templates',
      status: 200,
      given: async (ground) => {
        await ground.account('large');
        return {};
      },
    },
    {
      about: 'those with troubled templates',
      status: 200,
      isLarge: true,
      given: () => ({ troubled: true, page_size: 1 }),
    },
  ],
};
