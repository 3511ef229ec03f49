import { customerWithLines } from '../../scenes/preparation.ts';
import { customer, customerId, later, otherCustomer, otherCustomerId } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const merged = { ...customer, status: 'merged', merged_into: otherCustomerId, instance_count: 0, updated_at: later };

export const mergeCustomers: Scene = {
  route: 'merge-partner-customers',
  scope: 'customers.write',
  example: {
    request: { source_customer_id: customerId, target_customer_id: otherCustomerId, reason: 'One and the same' },
    responses: {
      200: {
        customer: { ...otherCustomer, instance_count: 2, updated_at: later },
        source_customer: merged,
        merge: { status: 'completed', moved: 1, total: 1 },
      },
      202: {
        customer: { ...otherCustomer, instance_count: 5001, updated_at: later },
        source_customer: merged,
        merge: { status: 'in_progress', moved: 0, total: 5000 },
      },
    },
  },
  cases: [
    {
      about: 'no instances',
      status: 200,
      given: async (ground) => ({
        source_customer_id: await ground.customer(),
        target_customer_id: await ground.customer(),
      }),
    },
    {
      about: '10 instances, moved in the commit',
      status: 200,
      given: async (ground) => ({
        source_customer_id: await customerWithLines(ground, 10),
        target_customer_id: await ground.customer(),
      }),
    },
    {
      about: '100 instances, rewritten in the background',
      status: 202,
      isLarge: true,
      given: async (ground) => ({
        source_customer_id: await customerWithLines(ground, 100),
        target_customer_id: await ground.customer(),
      }),
    },
  ],
};
