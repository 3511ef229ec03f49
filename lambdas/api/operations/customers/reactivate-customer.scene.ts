import type { Scene } from '../../scenes/scene.ts';
import { customer, customerId, later } from '../../scenes/records.ts';

export const reactivateCustomer: Scene = {
  route: 'reactivate-partner-customer',
  scope: 'customers.write',
  example: {
    request: { partner_customer_id: customerId, reason: 'Came back' },
    responses: { 200: { customer: { ...customer, updated_at: later } } },
  },
};
