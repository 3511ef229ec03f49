import type { Scene } from '../../scenes/scene.ts';
import { pageOf, succeededSync, wabaId } from '../../scenes/records.ts';

export const listBusinessAccounts: Scene = {
  route: 'list-partner-business-accounts',
  scope: 'templates.read',
  example: {
    request: { troubled: true, page: 1, page_size: 50 },
    responses: {
      200: pageOf({ platform_waba_id: wabaId, lines: 2, templates: 12, troubled: 1, last_sync: succeededSync }),
    },
  },
};
