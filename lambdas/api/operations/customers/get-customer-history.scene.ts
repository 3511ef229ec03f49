import { customerWithHistory } from '../../scenes/preparation.ts';
import { customerId, historyEntry, pageOf } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const getCustomerHistory: Scene = {
  route: 'get-partner-customer-history',
  scope: 'customers.read',
  example: {
    request: { customer_id: customerId, page: 1, page_size: 50 },
    responses: { 200: pageOf(historyEntry) },
  },
  cases: [
    {
      about: 'two entries',
      status: 200,
      given: async (ground) => ({ customer_id: (await customerWithHistory(ground)).customer_id }),
    },
  ],
};
