import type { Scene } from '../../scenes/scene.ts';
import { later, partnerKey } from '../../scenes/records.ts';

export const revokeApiKey: Scene = {
  route: 'revoke-partner-api-key',
  scope: 'keys.write',
  example: {
    request: { key_id: partnerKey.id },
    responses: { 200: { key: { ...partnerKey, status: 'revoked', revoked_at: later } } },
  },
};
