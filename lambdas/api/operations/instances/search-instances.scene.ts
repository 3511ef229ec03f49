import { customerId, foundInstance, instance, pageOf } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const searchInstances: Scene = {
  route: 'search-partner-instances',
  scope: 'instances.read',
  example: {
    request: {
      search: 'front',
      status: 'connected',
      platform_waba_id: instance.platform_waba_id,
      customer_id: customerId,
      page: 1,
      page_size: 50,
    },
    responses: { 200: pageOf(foundInstance) },
  },
  cases: [
    {
      about: 'in a few, without an index',
      status: 200,
      given: async (ground) => {
        await ground.newLine();
        return { search: 'no such text' };
      },
    },
    { about: 'in 10,000, few found', status: 200, as: 'populous', isLarge: true, given: () => ({ search: '-777' }) },
    {
      about: 'in 10,000, all found, page 50',
      status: 200,
      as: 'populous',
      isLarge: true,
      given: () => ({ search: 'planted', page: 50, page_size: 200 }),
    },
    {
      about: "among a customer's two",
      status: 200,
      given: async (ground) => {
        const customer_id = await ground.customer();
        for (let line = 0; line < 2; line += 1) await ground.newLine(customer_id);
        return { customer_id, search: '-' };
      },
    },
  ],
};
