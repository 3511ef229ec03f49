import { z } from 'zod';
import type { Ask, Scenario } from '../scenario.ts';
import type { PlantedScene } from '../scene.ts';

const page = z.object({ items: z.array(z.object({ customer_id: z.string() })).min(1) });

const aCustomer = async ({ call, spread: { apiKey: bearer } }: PlantedScene): Promise<string> => {
  const listed = await call('GET', { bearer, query: { route: 'list-partner-customers', page_size: '1' } });
  return page.parse(listed.body).items[0]?.customer_id ?? '';
};

const asked = (
  method: Ask['method'],
  given: (scene: PlantedScene) => Promise<Readonly<Record<string, unknown>>>,
): ((scene: PlantedScene) => Promise<Ask>) => {
  return async (scene) => ({
    method,
    given: await given(scene),
    bearer: scene.spread.apiKey,
    ...(method !== 'GET' && { key: scene.fresh() }),
  });
};

/** Calls of a partner of the size `large`. */
export const sizeScenarios: readonly Scenario<PlantedScene>[] = [
  {
    route: 'upsert-partner-customer',
    about: 'creates, of a `large` partner',
    answers: 201,
    prepare: asked('POST', ({ fresh }) =>
      Promise.resolve({ external_customer_id: fresh(), customer_name: 'Café Müller' }),
    ),
  },
  {
    route: 'update-partner-customer',
    about: 'by customer_id, of a `large` partner',
    answers: 200,
    prepare: asked('PATCH', async (scene) => ({
      customer_id: await aCustomer(scene),
      changes: { customer_name: `Café ${scene.fresh().slice(0, 8)}` },
    })),
  },
  {
    route: 'list-partner-customers',
    about: 'page 1 of 300, of a `large` partner',
    answers: 200,
    prepare: asked('GET', () => Promise.resolve({})),
  },
  {
    route: 'create-customer-instance',
    about: 'without a session, of a `large` partner',
    answers: 201,
    prepare: asked('POST', async (scene) => ({
      partner_customer_id: await aCustomer(scene),
      instance_key: scene.fresh(),
      create_connect_session: false,
    })),
  },
];
