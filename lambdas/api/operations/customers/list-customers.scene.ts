import type { Scene } from '../../scenes/scene.ts';
import { customer, pageOf } from '../../scenes/records.ts';

export const listCustomers: Scene = {
  route: 'list-partner-customers',
  scope: 'customers.read',
  example: {
    request: { search: 'aurora', status: 'active', page: 1, page_size: 50 },
    responses: { 200: pageOf(customer) },
  },
};
