import { customer, customerId, later } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const inactive = { ...customer, status: 'inactive', deactivated_at: later, updated_at: later };

export const deactivateCustomer: Scene = {
  route: 'deactivate-partner-customer',
  scope: 'customers.write',
  example: {
    request: { partner_customer_id: customerId, reason: 'Contract ended' },
    responses: {
      200: { customer: inactive, lifecycle: { status: 'completed', total: 1, completed: 1, failed: 0 } },
      202: {
        customer: { ...inactive, instance_count: 5000 },
        lifecycle: { status: 'in_progress', total: 5000, completed: 120, failed: 0 },
      },
    },
  },
  cases: [
    { about: 'no instances', status: 200, given: async (ground) => ({ customer_id: await ground.customer() }) },
    {
      about: 'three connected instances',
      status: 200,
      given: async (ground) => {
        const customer_id = await ground.customer();
        for (let line = 0; line < 3; line += 1) await ground.line({ customerId: customer_id });
        return { customer_id };
      },
    },
  ],
};
