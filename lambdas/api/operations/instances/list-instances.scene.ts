import { customerId, instanceListItem, pageOf } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const listInstances: Scene = {
  route: 'list-partner-instances',
  scope: 'instances.read',
  example: {
    request: { partner_customer_id: customerId, status: 'connected', page: 1, page_size: 50 },
    responses: { 200: pageOf(instanceListItem) },
  },
  cases: [
    { about: "page 1 of the partner's", status: 200, given: () => ({ page_size: 10 }) },
    {
      about: "of a customer's one",
      status: 200,
      given: async (ground) => {
        const customer_id = await ground.customer();
        await ground.newLine(customer_id);
        return { customer_id };
      },
    },
  ],
};
