import { invitation, member, partnerId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getMember: Scene = {
  route: 'get-partner-member',
  scope: 'member',
  example: {
    request: {},
    responses: {
      200: {
        member: {
          id: member.id,
          email: member.email,
          role: 'viewer',
          scopes: ['customers.read', 'instances.read', 'templates.read', 'platform_risk.read'],
          partners: [{ partner_id: partnerId, name: 'Aurora Software', role: 'viewer' }],
        },
        partner: {
          partner_id: partnerId,
          name: 'Aurora Software',
          status: 'active',
          slot_limit: 20,
          slots_occupied: 7,
        },
        invitations: [{ ...invitation, partner_id: '01980000-0000-7000-8000-0000000000b2', name: 'Borealis' }],
        notices: { email: 'off', quiet: null },
      },
    },
  },
  cases: [
    {
      about: 'of one partner',
      status: 200,
      as: 'owner',
      given: async (ground) => {
        await ground.outsider();
        return {};
      },
    },
  ],
};
