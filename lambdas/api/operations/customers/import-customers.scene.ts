import type { Scene } from '../../scenes/scene.ts';
import { customerImport, describedCustomer } from '../../scenes/records.ts';

export const importCustomers: Scene = {
  route: 'import-partner-customers',
  scope: 'customers.write',
  example: {
    request: { customers: [describedCustomer, { external_customer_id: 'crm-4712', customer_name: 'Bistro Boreal' }] },
    responses: { 202: { import: customerImport } },
  },
};
