import type { Scene } from '../../scenes/scene.ts';
import { customerImport, later, otherCustomerId, pageOf } from '../../scenes/records.ts';

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
};
