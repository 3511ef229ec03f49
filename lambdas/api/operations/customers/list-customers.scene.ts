import { customer, pageOf } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const listCustomers: Scene = {
  route: 'list-partner-customers',
  scope: 'customers.read',
  example: {
    request: { search: 'aurora', status: 'active', page: 1, page_size: 50 },
    responses: { 200: pageOf(customer) },
  },
  cases: [
    { about: 'page 1 of 20,000', status: 200, as: 'populous', given: () => ({}) },
    {
      about: 'page 100 of 100, 200 each',
      status: 200,
      as: 'populous',
      isLarge: true,
      given: () => ({ page: 100, page_size: 200 }),
    },
    { about: 'page 200 of 400', status: 200, as: 'populous', isLarge: true, given: () => ({ page: 200 }) },
    { about: 'past the end', status: 200, as: 'populous', isLarge: true, given: () => ({ page: 401 }) },
    {
      about: 'search in 20,000, few found',
      status: 200,
      as: 'populous',
      isLarge: true,
      given: async (ground) => ({ search: await ground.contact() }),
    },
    {
      about: 'search in 20,000, all found, page 50',
      status: 200,
      as: 'populous',
      isLarge: true,
      given: () => ({ search: 'example', page: 50, page_size: 200 }),
    },
    {
      about: 'search in a few, without an index',
      status: 200,
      given: async (ground) => {
        await ground.customer();
        return { search: 'acme' };
      },
    },
    { about: 'page 1 of 300, of a `large` partner', status: 200, as: 'sharded', isLarge: true, given: () => ({}) },
  ],
};
