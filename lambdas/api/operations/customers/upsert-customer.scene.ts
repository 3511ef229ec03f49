import { contact, customerWithHistory } from '../../scenes/preparation.ts';
import { customer, newCustomer } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

export const upsertCustomer: Scene = {
  route: 'upsert-partner-customer',
  scope: 'customers.write',
  example: {
    request: newCustomer,
    responses: { 200: { customer }, 201: { customer: { ...customer, instance_count: 0 } } },
  },
  cases: [
    { about: 'creates', status: 201, given: (ground) => ({ external_customer_id: ground.fresh(), ...contact }) },
    {
      about: 'creates, without a key',
      status: 201,
      isKeyless: true,
      given: (ground) => ({ external_customer_id: ground.fresh(), ...contact }),
    },
    {
      about: 'changes an existing customer',
      status: 200,
      given: async (ground) => {
        const { external_customer_id } = await customerWithHistory(ground);
        return { external_customer_id, ...contact };
      },
    },
    {
      about: 'changes nothing',
      status: 200,
      given: async (ground) => {
        const given = { external_customer_id: ground.fresh(), ...contact };
        await ground.call('upsert-partner-customer', given);
        return given;
      },
    },
    {
      about: 'creates, of a `large` partner',
      status: 201,
      as: 'sharded',
      isLarge: true,
      given: (ground) => ({ external_customer_id: ground.fresh(), customer_name: 'Café Müller' }),
    },
  ],
};
