import type { Scene } from '../../scenes/scene.ts';
import { pageOf, partnerKey } from '../../scenes/records.ts';

export const listApiKeys: Scene = {
  route: 'list-partner-api-keys',
  scope: 'keys.write',
  example: {
    request: { page: 1, page_size: 50 },
    responses: { 200: pageOf({ ...partnerKey, last_used_day: '2026-03-01' }) },
  },
};
