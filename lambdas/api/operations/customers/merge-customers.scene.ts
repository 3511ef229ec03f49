import type { Scene } from '../../scenes/scene.ts';
import { customer, customerId, later, otherCustomer, otherCustomerId } from '../../scenes/records.ts';

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
};
