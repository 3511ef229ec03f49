import { importRows } from '../../scenes/preparation.ts';
import { customerImport, newCustomer } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const importCustomers: Scene = {
  route: 'import-partner-customers',
  scope: 'customers.write',
  example: {
    request: { customers: [newCustomer, { external_customer_id: 'crm-4712', customer_name: 'Bistro Boreal' }] },
    responses: { 202: { import: customerImport } },
  },
  cases: [
    {
      about: 'two rows, one of them wrong',
      status: 202,
      as: 'bare',
      given: (ground) => ({ customers: [...importRows(ground, 1), {}] }),
    },
    {
      about: '1,000 rows; not the first import',
      status: 202,
      as: 'bare',
      isLarge: true,
      given: async (ground) => {
        await ground.call('import-partner-customers', { customers: importRows(ground, 1) }, 'bare');
        return { customers: importRows(ground, 1_000) };
      },
    },
  ],
};
