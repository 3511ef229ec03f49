import type { Scene } from '../../scenes/scene.ts';
import { customer, describedCustomer } from '../../scenes/records.ts';

export const upsertCustomer: Scene = {
  route: 'upsert-partner-customer',
  scope: 'customers.write',
  example: {
    request: describedCustomer,
    responses: { 200: { customer }, 201: { customer: { ...customer, instance_count: 0 } } },
  },
};
