import { z } from 'zod';
import type { Ask, Scenario } from '../scenario.ts';
import type { Scene } from '../scene.ts';

const someone = (scene: Scene): Promise<string> => scene.customer(scene.fresh());
const newInstance = async (scene: Scene): Promise<string> => scene.instance(await someone(scene), scene.fresh());

let numbers = 0;

/** Creates an instance that is connected to a number of its own. */
export const connectedInstance = async (scene: Scene): Promise<string> => {
  const instanceId = await newInstance(scene);
  numbers += 1;
  await scene.connect(instanceId, `10654${String(numbers).padStart(10, '0')}`, '2001');
  return instanceId;
};

const creation = async (scene: Scene, given: Readonly<Record<string, unknown>>): Promise<Ask> => ({
  method: 'POST',
  given: {
    partner_customer_id: await someone(scene),
    instance_key: scene.fresh(),
    instance_name: 'Front desk',
    ...given,
  },
  key: scene.fresh(),
});

const shown = z.object({ instance: z.object({ instance_key: z.string() }) });

const keyOf = async (scene: Scene, instanceId: string): Promise<string> =>
  shown.parse((await scene.query('get-partner-instance', { instance_id: instanceId })).body).instance.instance_key;

const command =
  (
    instance: (scene: Scene) => Promise<string>,
    given: Readonly<Record<string, unknown>> = {},
    method: 'POST' | 'PATCH' = 'POST',
  ) =>
  async (scene: Scene): Promise<Ask> => ({
    method,
    given: { instance_id: await instance(scene), ...given },
    key: scene.fresh(),
  });

const search = (about: string, given: Readonly<Record<string, string>>): Scenario => ({
  route: 'search-partner-instances',
  about,
  answers: 200,
  prepare: (scene) => Promise.resolve({ method: 'GET', given, bearer: scene.large.apiKey }),
});

export const instanceScenarios: readonly Scenario[] = [
  {
    route: 'create-customer-instance',
    about: 'with a connect session',
    answers: 201,
    prepare: (scene) => creation(scene, { return_url: 'https://partner.example/back' }),
  },
  {
    route: 'create-customer-instance',
    about: 'without a session',
    answers: 201,
    prepare: (scene) => creation(scene, { create_connect_session: false }),
  },
  { route: 'create-connect-session', about: 'the first', answers: 201, prepare: command(newInstance) },
  {
    route: 'create-connect-session',
    about: 'revokes the previous session',
    answers: 201,
    prepare: command(async (scene) => {
      const instance_id = await newInstance(scene);
      await scene.command('POST', 'create-connect-session', { instance_id });
      return instance_id;
    }),
  },
  {
    route: 'list-partner-instances',
    about: "page 1 of the partner's",
    answers: 200,
    prepare: () => Promise.resolve({ method: 'GET', given: { page_size: '10' } }),
  },
  {
    route: 'list-partner-instances',
    about: "of a customer's one",
    answers: 200,
    prepare: async (scene) => {
      const customer_id = await someone(scene);
      await scene.instance(customer_id, scene.fresh());
      return { method: 'GET', given: { customer_id } };
    },
  },
  search('in 10,000, few found', { search: '-777' }),
  search('in 10,000, all found, page 50', { search: 'planted', page: '50', page_size: '200' }),
  {
    route: 'search-partner-instances',
    about: 'in a few, without an index',
    answers: 200,
    prepare: async (scene) => {
      await newInstance(scene);
      return { method: 'GET', given: { search: 'no such text' } };
    },
  },
  {
    route: 'search-partner-instances',
    about: "among a customer's two",
    answers: 200,
    prepare: async (scene) => {
      const customer_id = await someone(scene);
      for (let instance = 0; instance < 2; instance += 1) await scene.instance(customer_id, scene.fresh());
      return { method: 'GET', given: { customer_id, search: '-' } };
    },
  },
  {
    route: 'get-partner-instance',
    about: 'by instance_id',
    answers: 200,
    prepare: async (scene) => ({ method: 'GET', given: { instance_id: await connectedInstance(scene) } }),
  },
  {
    route: 'get-partner-instance',
    about: 'by instance_key',
    answers: 200,
    prepare: async (scene) => ({
      method: 'GET',
      given: { instance_key: await keyOf(scene, await connectedInstance(scene)) },
    }),
  },
  {
    route: 'update-partner-instance-label',
    about: 'changes it',
    answers: 200,
    prepare: command(connectedInstance, { instance_name: 'Back office' }, 'PATCH'),
  },
  {
    route: 'refresh-partner-instance-platform',
    about: 'a connected instance',
    answers: 200,
    prepare: command(connectedInstance),
  },
  {
    route: 'reveal-partner-instance-platform-token',
    about: 'a connected instance',
    answers: 200,
    prepare: async (scene) => ({ method: 'POST', given: { instance_id: await connectedInstance(scene) } }),
  },
  {
    route: 'move-partner-instance-to-customer',
    about: 'a connected instance',
    answers: 200,
    prepare: async (scene) => command(connectedInstance, { target_customer_id: await someone(scene) })(scene),
  },
  {
    route: 'deactivate-partner-instance',
    about: 'a connected instance',
    answers: 200,
    prepare: command(connectedInstance),
  },
  {
    route: 'deactivate-partner-instance',
    about: 'one that never connected',
    answers: 200,
    prepare: command(newInstance),
  },
  {
    route: 'deactivate-partner-instance',
    about: 'an inactive one',
    answers: 200,
    prepare: command(async (scene) => {
      const instance_id = await newInstance(scene);
      await scene.command('POST', 'deactivate-partner-instance', { instance_id });
      return instance_id;
    }),
  },
  {
    route: 'deactivate-partner-customer',
    about: 'three connected instances',
    answers: 200,
    prepare: async (scene) => {
      const customer_id = await someone(scene);
      for (let instance = 0; instance < 3; instance += 1) {
        numbers += 1;
        await scene.connect(
          await scene.instance(customer_id, scene.fresh()),
          `10654${String(numbers).padStart(10, '0')}`,
          '2001',
        );
      }
      return { method: 'POST', given: { customer_id }, key: scene.fresh() };
    },
  },
];
