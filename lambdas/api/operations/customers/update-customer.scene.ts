import type { Scene } from '../../scenes/scene.ts';
import { customer, customerId, later } from '../../scenes/records.ts';

export const updateCustomer: Scene = {
  route: 'update-partner-customer',
  scope: 'customers.write',
  example: {
    request: {
      customer_id: customerId,
      changes: { customer_phone: '+49 30 901820' },
      expected_updated_at: customer.updated_at,
      reason: 'Called in',
    },
    responses: { 200: { customer: { ...customer, updated_at: later } } },
  },
};
