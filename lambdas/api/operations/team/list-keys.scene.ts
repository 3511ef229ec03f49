import { pageOf, partnerKey } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const listApiKeys: Scene = {
  route: 'list-partner-api-keys',
  scope: 'keys.write',
  example: {
    request: { page: 1, page_size: 50 },
    responses: { 200: pageOf({ ...partnerKey, last_used_day: '2026-03-01' }) },
  },
  cases: [
    {
      about: 'two',
      status: 200,
      as: 'owner',
      given: async (ground) => {
        await ground.keys(2);
        return {};
      },
    },
  ],
};
