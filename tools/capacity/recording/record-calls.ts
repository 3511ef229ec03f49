import { z } from 'zod';
import { digestOfKey } from '../../../lambdas/domain/idempotency.ts';
import { contactOf } from '../../harness/people.ts';
import type { Asked } from '../../harness/service.ts';
import type { Environment, Stage } from '../../access-patterns/scene.ts';
import type { Cast } from '../replay/cast.ts';
import type { Recording } from '../replay/recording.ts';
import { nobody } from './nobody.ts';
import { eventIdIn, transcribed } from './transcribe.ts';
import { second } from '../../../lambdas/kernel/time.ts';

/** A call with its cast. */
interface Asking {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly asked: Asked;
  readonly cast: Partial<Cast>;
}

interface RecordedRoute {
  readonly name: string;
  readonly ask: (stage: Stage) => Promise<Asking>;
}

const made = z.object({
  customer: z.optional(z.object({ customer_id: z.string() })),
  instance: z.optional(z.object({ id: z.string() })),
});

const contact = {
  customer_name: 'Café Müller & Söhne GmbH',
  customer_email: 'einkauf@mueller-soehne.example',
  customer_phone: '+49 30 901820 44',
  metadata: { plan: 'gold', region: 'berlin' },
};

const keyed = (key: string): Pick<Asked, 'headers'> => ({ headers: { 'idempotency-key': key } });

const routes: readonly RecordedRoute[] = [
  {
    name: 'update',
    ask: async ({ scene }) => {
      const [external, key] = [scene.fresh(), scene.fresh()];
      const customer = await scene.customer(external);
      const changes = { customer_name: 'Café Müller', customer_email: contact.customer_email };
      const body = { route: 'update-partner-customer', customer_id: customer, changes, reason: 'The customer asked' };
      return {
        method: 'PATCH',
        asked: { body, ...keyed(key) },
        cast: { customer, external, receipt: digestOfKey(key, null) },
      };
    },
  },
  {
    name: 'create',
    ask: ({ scene }) => {
      const [external, key] = [scene.fresh(), scene.fresh()];
      const body = { route: 'upsert-partner-customer', external_customer_id: external, ...contact };
      return Promise.resolve({
        method: 'POST',
        asked: { body, ...keyed(key) },
        cast: { external, receipt: digestOfKey(key, null) },
      });
    },
  },
  {
    name: 'newLine',
    ask: async ({ scene }) => {
      const [external, key, instanceKey] = [scene.fresh(), scene.fresh(), scene.fresh()];
      const customer = await scene.customer(external);
      const body = {
        route: 'create-customer-instance',
        partner_customer_id: customer,
        instance_key: instanceKey,
        instance_name: 'Front desk',
        create_connect_session: false,
      };
      return {
        method: 'POST',
        asked: { body, ...keyed(key) },
        cast: { customer, external, instanceKey, receipt: digestOfKey(key, null) },
      };
    },
  },
  {
    name: 'report',
    ask: ({ scene }) => {
      const message = `wamid.${scene.fresh()}`;
      const given = { phone_number_id: scene.reporting, message_id: message, status: 'sent' };
      const body = { route: 'report-partner-message-status', ...given, occurred_at: scene.clock.now() / 1000 };
      return Promise.resolve({ method: 'POST', asked: { body }, cast: { message, phoneNumber: scene.reporting } });
    },
  },
  {
    name: 'read',
    ask: async ({ scene }) => {
      const customer = await scene.customer(scene.fresh());
      const query = { route: 'get-partner-customer-history', customer_id: customer };
      return { method: 'GET', asked: { query }, cast: { customer } };
    },
  },
  {
    name: 'search',
    ask: ({ scene }) =>
      Promise.resolve({
        method: 'GET',
        asked: {
          query: { route: 'list-partner-customers', search: contactOf(777).customer_email },
          bearer: scene.large.apiKey,
        },
        cast: { partner: scene.large.partnerId },
      }),
  },
];

/** Longer than a caller is cached. */
const pause = 60_000;

const keyIdOf = (apiKey: string): string => apiKey.split('_')[2] ?? '';

const recordOne = async (stage: Stage, environment: Environment, { name, ask }: RecordedRoute) => {
  const { scene, table } = stage;
  const { method, asked, cast } = await ask(stage);
  scene.clock.pass(second);
  const { result, accesses } = await table.measure(() => environment.call(method, asked));
  if (result.status >= 300) throw new Error(`${name}: ${result.text}`);
  const { customer, instance } = made.parse(result.body);
  const whole: Cast = {
    ...nobody,
    partner: scene.partner.partnerId,
    ...cast,
    partnerKey: keyIdOf(cast.partner === undefined ? scene.partner.apiKey : scene.large.apiKey),
    ...(name === 'create' && { customer: customer?.customer_id ?? '' }),
    ...(instance !== undefined && { instance: instance.id }),
    event: eventIdIn(accesses),
  };
  return transcribed(whole, accesses);
};

/** Records each route in an environment that has cached its caller, and in one that has cached nothing. */
export const recordCalls = async (stage: Stage): Promise<Recording> => {
  const recording: Recording = {};
  for (const route of routes) {
    const { asked, method } = await route.ask(stage);
    // The environment caches the caller and the instance.
    await stage.warm.call(method, asked);
    recording[route.name] = await recordOne(stage, stage.warm, route);
    stage.scene.clock.pass(pause);
    recording[`${route.name}, unknown caller`] = await recordOne(stage, await stage.cold(), route);
    stage.scene.clock.pass(pause);
  }
  return recording;
};
