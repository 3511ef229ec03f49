import { customer, customerId, later } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const reactivateCustomer: Scene = {
  route: 'reactivate-partner-customer',
  scope: 'customers.write',
  example: {
    request: { partner_customer_id: customerId, reason: 'Came back' },
    responses: { 200: { customer: { ...customer, updated_at: later } } },
  },
  cases: [
    {
      about: 'after a deactivation',
      status: 200,
      given: async (ground) => {
        const customer_id = await ground.customer();
        await ground.call('deactivate-partner-customer', { customer_id });
        return { customer_id };
      },
    },
  ],
};
