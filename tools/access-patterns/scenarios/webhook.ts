import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { z } from 'zod';
import { keys } from '../../../lambdas/store/table/keys.ts';
import type { Ask, Scenario } from '../scenario.ts';
import type { PlantedScene, Scene } from '../scene.ts';
import { day as dayLength, isoOf } from '../../../lambdas/kernel/time.ts';

const endpoint = (scene: Scene): Ask => ({
  method: 'POST',
  given: { webhook_url: `https://hooks.partner.example/${scene.fresh()}`, platform_verify_token: 'token' },
  key: scene.fresh(),
  bearer: scene.other.apiKey,
});

/** Sets an endpoint, which starts a migration. */
const updated = async (scene: Scene): Promise<void> => {
  const { given } = endpoint(scene);
  const { status, text } = await scene.call('POST', {
    body: { route: 'update-partner-webhook-endpoint', ...given },
    bearer: scene.other.apiKey,
  });
  if (status !== 202) throw new Error(text);
};

const sent = z.object({ event: z.object({ id: z.string() }) });

const logo = 'https://partner.example/logo.png';
const connectPage = (scene: Scene, more: Readonly<Record<string, unknown>>): Ask => ({
  method: 'PATCH',
  given: { display_name: `Acme ${scene.fresh()}`, color: '#1a73e8', ...more },
  key: scene.fresh(),
  bearer: scene.other.apiKey,
});

/** Sets what the hosted page shows. */
const withConnectPage = async (scene: Scene): Promise<void> => {
  const { method, given, bearer } = connectPage(scene, { logo_url: logo });
  const asked = { body: { route: 'update-partner-connect-page', ...given }, ...(bearer !== undefined && { bearer }) };
  const { status, text } = await scene.call(method, asked);
  if (status !== 200) throw new Error(text);
};

const connectPageScenarios: readonly Scenario<PlantedScene>[] = [
  {
    route: 'get-partner-connect-page',
    about: 'an existing one',
    answers: 200,
    prepare: async (scene) => {
      await withConnectPage(scene);
      return { method: 'GET', given: {}, bearer: scene.other.apiKey };
    },
  },
  {
    route: 'update-partner-connect-page',
    about: 'another name',
    answers: 200,
    prepare: async (scene) => {
      await withConnectPage(scene);
      return connectPage(scene, {});
    },
  },
  {
    route: 'update-partner-connect-page',
    about: 'another name, and a logo of 132 bytes',
    answers: 200,
    prepare: async (scene) => {
      await withConnectPage(scene);
      return connectPage(scene, { logo_url: logo });
    },
  },
];

/** Sends undelivered events again, of which there are none. */
const resent = async (scene: Scene): Promise<void> => {
  const body = { route: 'resend-partner-webhook-events', since: '2026-01-01' };
  const { status, text } = await scene.call('POST', { body, bearer: scene.other.apiKey });
  if (status !== 202) throw new Error(text);
};

/** Sends a test event. @returns its id */
const tested = async (scene: Scene): Promise<string> => {
  const body = { route: 'send-partner-webhook-test-event', type: 'service.ping' };
  const { status, text } = await scene.call('POST', { body, bearer: scene.other.apiKey });
  if (status !== 202) throw new Error(text);
  return sent.parse(JSON.parse(text)).event.id;
};

const query = async (scene: Scene): Promise<Ask> => {
  await updated(scene);
  return { method: 'GET', given: {}, bearer: scene.other.apiKey };
};

const ofLarge =
  (given: (scene: PlantedScene) => Readonly<Record<string, unknown>>) =>
  (scene: PlantedScene): Promise<Ask> =>
    Promise.resolve({ method: 'GET', given: given(scene), bearer: scene.large.apiKey });

/** A customer with two events that wait. */
const ofCustomer = async (scene: PlantedScene): Promise<Ask> => {
  const customer_id = await scene.customer(scene.fresh());
  for (const customer_name of ['Second', 'Third']) {
    await scene.command('PATCH', 'update-partner-customer', { customer_id, changes: { customer_name } });
  }
  return { method: 'GET', given: { customer_id } };
};

const eventScenarios: readonly Scenario<PlantedScene>[] = [
  {
    route: 'list-partner-webhook-events',
    about: '30 days with 5,000, page 1',
    answers: 200,
    prepare: ofLarge(() => ({})),
  },
  {
    route: 'list-partner-webhook-events',
    about: '30 days with 5,000, page 100',
    answers: 200,
    prepare: ofLarge(() => ({ page: 100 })),
  },
  {
    route: 'list-partner-webhook-events',
    about: 'a day with 167',
    answers: 200,
    prepare: ofLarge(({ clock }) => {
      const day = isoOf(clock.now() - 2 * dayLength).slice(0, 10);
      return { date_from: day, date_to: day };
    }),
  },
  {
    route: 'list-partner-webhook-events',
    about: 'of a customer with two that wait',
    answers: 200,
    prepare: ofCustomer,
  },
  {
    route: 'get-partner-webhook-event',
    about: 'delivered by the first attempt',
    answers: 200,
    prepare: ofLarge(({ newestEvent }) => ({ event_id: newestEvent })),
  },
];

export const webhookScenarios: readonly Scenario<PlantedScene>[] = [
  {
    route: 'validate-partner-webhook-endpoint',
    about: 'a valid one',
    answers: 200,
    prepare: async (scene) => {
      await updated(scene);
      return endpoint(scene);
    },
  },
  {
    route: 'update-partner-webhook-endpoint',
    about: 'a valid one, no instances to move',
    answers: 202,
    prepare: async (scene) => {
      await updated(scene);
      return endpoint(scene);
    },
  },
  { route: 'get-partner-webhook-endpoint', about: 'an existing endpoint, no events', answers: 200, prepare: query },
  {
    route: 'get-partner-webhook-endpoint',
    about: '5,000 events in 30 days',
    answers: 200,
    prepare: ofLarge(() => ({})),
  },
  { route: 'get-partner-webhook-migration', about: 'the latest', answers: 200, prepare: query },
  {
    route: 'retry-partner-webhook-migration',
    about: 'nothing failed',
    answers: 200,
    prepare: async (scene) => {
      await updated(scene);
      return { method: 'POST', given: {}, key: scene.fresh(), bearer: scene.other.apiKey };
    },
  },
  ...connectPageScenarios,
  ...eventScenarios,
  {
    route: 'resend-partner-webhook-events',
    about: 'nothing is undelivered; not the first',
    answers: 202,
    prepare: async (scene) => {
      await updated(scene);
      await resent(scene);
      return { method: 'POST', given: { since: '2026-01-01' }, key: scene.fresh(), bearer: scene.other.apiKey };
    },
  },
  {
    route: 'get-partner-webhook-resend',
    about: 'the latest',
    answers: 200,
    prepare: async (scene) => {
      await updated(scene);
      await resent(scene);
      return { method: 'GET', given: {}, bearer: scene.other.apiKey };
    },
  },
  {
    route: 'send-partner-webhook-test-event',
    about: 'to an enabled endpoint',
    answers: 202,
    prepare: async (scene) => {
      await updated(scene);
      const given = { type: 'service.partner.customer.updated' };
      return { method: 'POST', given, key: scene.fresh(), bearer: scene.other.apiKey };
    },
  },
  {
    route: 'get-partner-webhook-test-event',
    about: 'one that waits',
    answers: 200,
    prepare: async (scene) => {
      await updated(scene);
      return { method: 'GET', given: { event_id: await tested(scene) }, bearer: scene.other.apiKey };
    },
  },
  {
    route: 'rotate-partner-webhook-secret',
    about: 'the first secret',
    answers: 200,
    prepare: async (scene) => {
      await scene.table.client.send(
        new DeleteCommand({ TableName: scene.table.name, Key: { ...keys.webhookSecrets(scene.other.partnerId) } }),
      );
      return { method: 'POST', given: {}, bearer: scene.other.apiKey };
    },
  },
];
