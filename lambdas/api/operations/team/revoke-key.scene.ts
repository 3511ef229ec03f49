import { later, partnerKey } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const revokeApiKey: Scene = {
  route: 'revoke-partner-api-key',
  scope: 'keys.write',
  example: {
    request: { key_id: partnerKey.id },
    responses: { 200: { key: { ...partnerKey, status: 'revoked', revoked_at: later } } },
  },
  cases: [{ about: 'of two', status: 200, as: 'owner', given: async (ground) => ({ key_id: await ground.keys(2) }) }],
};
