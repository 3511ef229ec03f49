import { day, isoOf } from '../../../kernel/time.ts';
import { listedEvent } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const listEvents: Scene = {
  route: 'list-partner-webhook-events',
  scope: 'webhook.read',
  example: {
    request: { status: 'delivered', page: 1, page_size: 50 },
    responses: { 200: { items: [listedEvent], total: 1, page: 1, page_size: 50, pages: 1 } },
  },
  cases: [
    {
      about: 'of a customer with two that wait',
      status: 200,
      given: async (ground) => {
        const customer_id = await ground.customer();
        for (const customer_name of ['Second', 'Third']) {
          await ground.call('update-partner-customer', { customer_id, changes: { customer_name } });
        }
        return { customer_id };
      },
    },
    { about: '30 days with 5,000, page 1', status: 200, as: 'populous', isLarge: true, given: () => ({}) },
    { about: '30 days with 5,000, page 100', status: 200, as: 'populous', isLarge: true, given: () => ({ page: 100 }) },
    {
      about: 'a day with 167',
      status: 200,
      as: 'populous',
      isLarge: true,
      given: (ground) => {
        const date = isoOf(ground.now() - 2 * day).slice(0, 10);
        return { date_from: date, date_to: date };
      },
    },
  ],
};
