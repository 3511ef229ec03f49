import type { Scene } from '../../scenes/scene.ts';
import { customer, historyEntry, instanceListItem, risk } from '../../scenes/records.ts';

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
};
