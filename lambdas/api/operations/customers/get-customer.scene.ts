import { togetherId } from '../../../domain/size.ts';
import { customerWithHistory, customerWithLines } from '../../scenes/preparation.ts';
import { customer, historyEntry, instanceListItem, risk } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getCustomer: Scene = {
  route: 'get-partner-customer',
  scope: 'customers.read',
  example: {
    request: { external_customer_id: 'crm-4711' },
    responses: {
      200: {
        customer: {
          ...customer,
          instances: [instanceListItem],
          instances_truncated: false,
          slot: { state: 'occupied', occupied: 1, releasing: 0, limit: null },
          history: [historyEntry],
          platform_risk: risk,
          lifecycle: null,
        },
      },
    },
  },
  cases: [
    {
      about: 'by customer_id, no instances',
      status: 200,
      given: async (ground) => ({ customer_id: (await customerWithHistory(ground)).customer_id }),
    },
    {
      about: 'by external_customer_id, no instances',
      status: 200,
      given: async (ground) => ({ external_customer_id: (await customerWithHistory(ground)).external_customer_id }),
    },
    {
      about: 'by customer_id, 60 instances',
      status: 200,
      isLarge: true,
      given: async (ground) => ({ customer_id: await customerWithLines(ground, 60) }),
    },
    { about: 'not found', status: 404, given: (ground) => ({ customer_id: togetherId(ground.fresh()) }) },
  ],
};
