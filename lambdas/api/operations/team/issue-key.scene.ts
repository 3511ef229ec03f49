import { partnerKey } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const issueApiKey: Scene = {
  route: 'issue-partner-api-key',
  scope: 'keys.write',
  example: {
    request: { scopes: partnerKey.scopes, expires_at: partnerKey.expires_at, label: partnerKey.label },
    responses: { 201: { key: partnerKey, api_key: `partner_live_${partnerKey.id}_…` } },
  },
  cases: [
    // A caller without an answer finds the key in the list, and revokes it.
    {
      about: 'the second',
      status: 201,
      as: 'owner',
      isOnce: true,
      given: async (ground) => {
        await ground.keys(1);
        return { scopes: ['customers.read'] };
      },
    },
  ],
};
