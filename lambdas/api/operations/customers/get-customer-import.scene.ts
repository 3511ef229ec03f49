import { idIn, importRows } from '../../scenes/preparation.ts';
import { customerImport, later, otherCustomerId, pageOf } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const failedRow = {
  index: 1,
  external_customer_id: 'crm-4712',
  code: 'customer_merged',
  details: { merged_into: otherCustomerId },
};

export const getCustomerImport: Scene = {
  route: 'get-partner-customer-import',
  scope: 'customers.read',
  example: {
    request: { import_id: customerImport.id, page: 1, page_size: 50 },
    responses: {
      200: {
        import: { ...customerImport, status: 'completed', created: 1, failed: 1, finished_at: later },
        ...pageOf(failedRow),
      },
    },
  },
  cases: [
    {
      about: 'one failed row',
      status: 200,
      as: 'bare',
      given: async (ground) => {
        const customers = [...importRows(ground, 1), {}];
        return { import_id: idIn(await ground.call('import-partner-customers', { customers }, 'bare'), 'import') };
      },
    },
  ],
};
