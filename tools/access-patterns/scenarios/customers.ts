import { z } from 'zod';
import { togetherId } from '../../../lambdas/domain/size.ts';
import type { Ask, Scenario } from '../scenario.ts';
import type { Scene } from '../scene.ts';
import { contactOf } from '../../harness/people.ts';
import { plantInstances } from '../../harness/plant-instances.ts';

const contact = {
  customer_name: 'Café Müller & Söhne GmbH',
  customer_email: 'einkauf@mueller-soehne.example',
  customer_phone: '+49 30 901820 44',
  metadata: { plan: 'gold', region: 'berlin' },
};

const upsert = (scene: Scene, given: Readonly<Record<string, unknown>> = {}): Ask => ({
  method: 'POST',
  given: { external_customer_id: scene.fresh(), ...contact, ...given },
  key: scene.fresh(),
});

const someone = (scene: Scene): Promise<string> => scene.customer(scene.fresh());

/** Creates a customer with contact data. @returns its id and external id */
const described = async (
  scene: Scene,
): Promise<{ readonly customer_id: string; readonly external_customer_id: string }> => {
  const external_customer_id = scene.fresh();
  const customer_id = await scene.customer(external_customer_id);
  await scene.command('PATCH', 'update-partner-customer', {
    customer_id,
    changes: { customer_email: contact.customer_email, customer_phone: contact.customer_phone },
  });
  return { customer_id, external_customer_id };
};

const aPage = z.object({ items: z.tuple([z.object({ customer_id: z.string() })]) });

const rename = { changes: { customer_name: 'Café Müller' }, reason: 'The customer asked for it' };

/** A command with a key that was used before, for the same command or another one. */
const repeated = async (
  scene: Scene,
  route: string,
  first: Ask,
  again: Readonly<Record<string, unknown>>,
): Promise<Ask> => {
  if (first.method === 'GET') throw new Error('a query has no key');
  await scene.command(first.method, route, first.given, first.key);
  return { ...first, given: again };
};

const upserts: readonly Scenario[] = [
  { about: 'creates', answers: 201, prepare: (scene: Scene) => Promise.resolve(upsert(scene)) },
  {
    about: 'creates, without a key',
    answers: 201,
    prepare: (scene: Scene) => Promise.resolve({ method: 'POST' as const, given: upsert(scene).given }),
  },
  {
    about: 'changes an existing customer',
    answers: 200,
    prepare: async (scene: Scene) =>
      upsert(scene, { external_customer_id: (await described(scene)).external_customer_id }),
  },
  {
    about: 'changes nothing',
    answers: 200,
    prepare: async (scene: Scene) => {
      const first = upsert(scene);
      await scene.command('POST', 'upsert-partner-customer', first.given);
      return first;
    },
  },
].map((scenario) => ({ route: 'upsert-partner-customer', ...scenario }));

const updates: readonly Scenario[] = [
  {
    about: 'by customer_id',
    answers: 200,
    prepare: async (scene: Scene) => ({
      method: 'PATCH' as const,
      given: { customer_id: (await described(scene)).customer_id, ...rename },
      key: scene.fresh(),
    }),
  },
  {
    about: 'by external_customer_id',
    answers: 200,
    prepare: async (scene: Scene) => ({
      method: 'PATCH' as const,
      given: { external_customer_id: (await described(scene)).external_customer_id, ...rename },
      key: scene.fresh(),
    }),
  },
  {
    about: 'without a key',
    answers: 200,
    prepare: async (scene: Scene) => ({
      method: 'PATCH' as const,
      given: { customer_id: (await described(scene)).customer_id, ...rename },
    }),
  },
  {
    about: 'a name, with a search index',
    answers: 200,
    prepare: async (scene: Scene) => {
      const { apiKey: bearer } = scene.large;
      const listed = await scene.call('GET', { bearer, query: { route: 'list-partner-customers', page_size: '1' } });
      const [{ customer_id }] = aPage.parse(listed.body).items;
      const changes = { customer_name: `Café ${scene.fresh().slice(0, 8)}` };
      return { method: 'PATCH' as const, given: { customer_id, changes }, key: scene.fresh(), bearer };
    },
  },
  {
    about: 'changes nothing',
    answers: 200,
    prepare: async (scene: Scene) => ({
      method: 'PATCH' as const,
      given: { customer_id: await someone(scene), changes: { customer_name: 'Acme' } },
      key: scene.fresh(),
    }),
  },
  {
    about: 'replayed',
    answers: 200,
    prepare: async (scene: Scene) => {
      const given = { customer_id: (await described(scene)).customer_id, ...rename };
      const first = { method: 'PATCH' as const, given, key: scene.fresh() };
      return repeated(scene, 'update-partner-customer', first, given);
    },
  },
  {
    about: 'other parameters with a used key',
    answers: 409,
    prepare: async (scene: Scene) => {
      const given = { customer_id: (await described(scene)).customer_id, ...rename };
      const first = { method: 'PATCH' as const, given, key: scene.fresh() };
      return repeated(scene, 'update-partner-customer', first, { ...given, reason: 'Another one' });
    },
  },
  {
    about: 'stale expected_updated_at',
    answers: 409,
    prepare: async (scene: Scene) => ({
      method: 'PATCH' as const,
      given: { customer_id: await someone(scene), ...rename, expected_updated_at: '2020-01-01T00:00:00.000Z' },
      key: scene.fresh(),
    }),
  },
].map((scenario) => ({ route: 'update-partner-customer', ...scenario }));

const ofLarge = (scene: Scene, given: Readonly<Record<string, string>>): Promise<Ask> =>
  Promise.resolve({ method: 'GET', given, bearer: scene.large.apiKey });

const lists: readonly Scenario[] = [
  { about: 'page 1 of 20,000', answers: 200, prepare: (scene: Scene) => ofLarge(scene, {}) },
  {
    about: 'page 100 of 100, 200 each',
    answers: 200,
    prepare: (scene: Scene) => ofLarge(scene, { page: '100', page_size: '200' }),
  },
  { about: 'page 200 of 400', answers: 200, prepare: (scene: Scene) => ofLarge(scene, { page: '200' }) },
  { about: 'past the end', answers: 200, prepare: (scene: Scene) => ofLarge(scene, { page: '401' }) },
  {
    about: 'search in 20,000, few found',
    answers: 200,
    prepare: (scene: Scene) => ofLarge(scene, { search: contactOf(777).customer_email }),
  },
  {
    about: 'search in 20,000, all found, page 50',
    answers: 200,
    prepare: (scene: Scene) => ofLarge(scene, { search: 'example', page: '50', page_size: '200' }),
  },
  {
    about: 'search in a few, without an index',
    answers: 200,
    prepare: async (scene: Scene) => {
      await someone(scene);
      return { method: 'GET' as const, given: { search: 'acme' } };
    },
  },
].map((scenario) => ({ route: 'list-partner-customers', ...scenario }));

const withInstances = async (scene: Scene, count: number): Promise<string> => {
  const customerId = await someone(scene);
  await plantInstances(scene.table, scene.partner.partnerId, customerId, count);
  return customerId;
};

const single: readonly Scenario[] = [
  {
    route: 'get-partner-customer',
    about: 'by customer_id, no instances',
    answers: 200,
    prepare: async (scene) => ({ method: 'GET', given: { customer_id: (await described(scene)).customer_id } }),
  },
  {
    route: 'get-partner-customer',
    about: 'by external_customer_id, no instances',
    answers: 200,
    prepare: async (scene) => ({
      method: 'GET',
      given: { external_customer_id: (await described(scene)).external_customer_id },
    }),
  },
  {
    route: 'get-partner-customer',
    about: 'by customer_id, 60 instances',
    answers: 200,
    prepare: async (scene) => ({ method: 'GET', given: { customer_id: await withInstances(scene, 60) } }),
  },
  {
    route: 'get-partner-customer',
    about: 'not found',
    answers: 404,
    prepare: (scene) => Promise.resolve({ method: 'GET', given: { customer_id: togetherId(scene.fresh()) } }),
  },
  {
    route: 'get-partner-customer-history',
    about: 'two entries',
    answers: 200,
    prepare: async (scene) => ({ method: 'GET', given: { customer_id: (await described(scene)).customer_id } }),
  },
  {
    route: 'merge-partner-customers',
    about: 'no instances',
    answers: 200,
    prepare: async (scene) => ({
      method: 'POST',
      given: { source_customer_id: await someone(scene), target_customer_id: await someone(scene) },
      key: scene.fresh(),
    }),
  },
  {
    route: 'merge-partner-customers',
    about: '10 instances, moved in the commit',
    answers: 200,
    prepare: async (scene) => ({
      method: 'POST',
      given: { source_customer_id: await withInstances(scene, 10), target_customer_id: await someone(scene) },
      key: scene.fresh(),
    }),
  },
  {
    route: 'merge-partner-customers',
    about: '100 instances, rewritten in the background',
    answers: 202,
    prepare: async (scene) => ({
      method: 'POST',
      given: { source_customer_id: await withInstances(scene, 100), target_customer_id: await someone(scene) },
      key: scene.fresh(),
    }),
  },
  {
    route: 'get-partner-merge',
    about: '10 instances, moved',
    answers: 200,
    prepare: async (scene) => {
      const source_customer_id = await withInstances(scene, 10);
      const given = { source_customer_id, target_customer_id: await someone(scene) };
      await scene.command('POST', 'merge-partner-customers', given);
      return { method: 'GET', given: { source_customer_id } };
    },
  },
  {
    route: 'deactivate-partner-customer',
    about: 'no instances',
    answers: 200,
    prepare: async (scene) => ({ method: 'POST', given: { customer_id: await someone(scene) }, key: scene.fresh() }),
  },
  {
    route: 'reactivate-partner-customer',
    about: 'after a deactivation',
    answers: 200,
    prepare: async (scene) => {
      const customer_id = await someone(scene);
      await scene.command('POST', 'deactivate-partner-customer', { customer_id });
      return { method: 'POST', given: { customer_id }, key: scene.fresh() };
    },
  },
];

export const customerScenarios: readonly Scenario[] = [...upserts, ...lists, ...single, ...updates];
