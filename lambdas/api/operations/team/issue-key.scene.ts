import type { Scene } from '../../scenes/scene.ts';
import { partnerKey } from '../../scenes/records.ts';

export const issueApiKey: Scene = {
  route: 'issue-partner-api-key',
  scope: 'keys.write',
  example: {
    request: { scopes: partnerKey.scopes, expires_at: partnerKey.expires_at, label: partnerKey.label },
    responses: { 201: { key: partnerKey, api_key: `partner_live_${partnerKey.id}_…` } },
  },
};
