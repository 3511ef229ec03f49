import type { Given, Ground } from '../../scenes/ground.ts';
import { listedCustomer } from '../../scenes/preparation.ts';
import { newInstance, newSession } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const creation = async (ground: Ground): Promise<Given> => ({
  partner_customer_id: await ground.customer(),
  instance_key: ground.fresh(),
  instance_name: 'Front desk',
});

export const createInstance: Scene = {
  route: 'create-customer-instance',
  scope: 'instances.write',
  example: {
    request: {
      external_customer_id: 'crm-4711',
      instance_key: 'aurora-main',
      instance_name: 'Front desk',
      metadata: { queue: 'front-desk' },
      success_url: 'https://partner.example/connected',
      cancel_url: 'https://partner.example/lines',
      language: 'pt-BR',
    },
    responses: { 201: { instance: newInstance, session: newSession } },
  },
  cases: [
    {
      about: 'with a connect session',
      status: 201,
      given: async (ground) => ({ ...(await creation(ground)), return_url: 'https://partner.example/back' }),
    },
    {
      about: 'without a session',
      status: 201,
      given: async (ground) => ({ ...(await creation(ground)), create_connect_session: false }),
    },
    {
      about: 'without a session, of a `large` partner',
      status: 201,
      as: 'sharded',
      isLarge: true,
      given: async (ground) => ({
        partner_customer_id: await listedCustomer(ground, 'sharded'),
        instance_key: ground.fresh(),
        create_connect_session: false,
      }),
    },
  ],
};
