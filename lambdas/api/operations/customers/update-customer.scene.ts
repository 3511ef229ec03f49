import type { Caller, Given, Ground } from '../../scenes/ground.ts';
import { customerWithHistory, listedCustomer } from '../../scenes/preparation.ts';
import { customer, customerId, later } from '../../scenes/records.ts';
import type { Scene } from '../../scenes/scene.ts';

const rename = { changes: { customer_name: 'Café Müller' }, reason: 'The customer asked for it' };

const renamed = async (ground: Ground): Promise<Given> => ({
  customer_id: (await customerWithHistory(ground)).customer_id,
  ...rename,
});

const listedRenamed = async (ground: Ground, as: Caller): Promise<Given> => ({
  customer_id: await listedCustomer(ground, as),
  changes: { customer_name: `Café ${ground.fresh().slice(0, 8)}` },
});

export const updateCustomer: Scene = {
  route: 'update-partner-customer',
  scope: 'customers.write',
  example: {
    request: {
      customer_id: customerId,
      changes: { customer_phone: '+49 30 901820' },
      expected_updated_at: customer.updated_at,
      reason: 'Called in',
    },
    responses: { 200: { customer: { ...customer, updated_at: later } } },
  },
  cases: [
    { about: 'by customer_id', status: 200, given: renamed },
    {
      about: 'by external_customer_id',
      status: 200,
      given: async (ground) => ({
        external_customer_id: (await customerWithHistory(ground)).external_customer_id,
        ...rename,
      }),
    },
    { about: 'without a key', status: 200, isKeyless: true, given: renamed },
    {
      about: 'a name, with a search index',
      status: 200,
      as: 'populous',
      isLarge: true,
      given: (ground) => listedRenamed(ground, 'populous'),
    },
    {
      about: 'changes nothing',
      status: 200,
      given: async (ground) => ({
        customer_id: await ground.customer({ customer_name: 'Acme' }),
        changes: { customer_name: 'Acme' },
      }),
    },
    { about: 'replayed', status: 200, given: renamed, keyUsedFor: (given) => given },
    {
      about: 'other parameters with a used key',
      status: 409,
      given: async (ground) => ({ ...(await renamed(ground)), reason: 'Another one' }),
      keyUsedFor: (given) => ({ ...given, ...rename }),
    },
    {
      about: 'stale expected_updated_at',
      status: 409,
      given: async (ground) => ({
        customer_id: await ground.customer(),
        ...rename,
        expected_updated_at: '2020-01-01T00:00:00.000Z',
      }),
    },
    {
      about: 'by customer_id, of a `large` partner',
      status: 200,
      as: 'sharded',
      isLarge: true,
      given: (ground) => listedRenamed(ground, 'sharded'),
    },
  ],
};
