import { z } from 'zod';
import { verifyTokenContext, webhookEndpointClause } from '../../lambdas/store/webhooks/webhook-endpoints.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import type { World } from './world.ts';

/** What the actors meet on: two customers, two lines of one account, and numbers that no line has yet. */
export interface Ground {
  readonly customers: readonly [string, string];
  readonly lines: readonly [string, string];
  /** The credential of an owner of the partner's team. */
  readonly owner: string;
}

export const account = '3000000000000001';
export const otherAccount = '3000000000000002';
/** Of the health of an account without payment. https://developers.facebook.com/documentation/business-messaging/whatsapp/support/health-status */
export const unpaidCode = 141_006;
/** The numbers; those of the business app differ in their facts. */
export const numbers = {
  plain: '4000000000000001',
  onApp: '4000000000000002',
  spare: '4000000000000003',
  spareOnApp: '4000000000000004',
} as const;
export const urls = ['https://partner.example/hooks/1', 'https://partner.example/hooks/2'] as const;
export const templates = [
  { id: '7700000000000001', name: 'one', language: 'en' },
  { id: '7700000000000002', name: 'two', language: 'en' },
  { id: '7700000000000003', name: 'three', language: 'en' },
] as const;
/** Personal data of the customers, and of their names after a change. */
const personal = {
  'C-1': ['Quillfeather', 'ada@quillfeather.example', '+49 30 77889911'],
  'C-2': ['Brambleworth', 'bo@brambleworth.example', '+49 40 66554433'],
} as const;
/** A sign-up chooses the number that was onboarded last. */
const longAgo = '2023-08-22T19:05:53+0000';
export const verifyToken = 'token';

const customer = z.object({ customer: z.object({ customer_id: z.string() }) });
const instance = z.object({ instance: z.object({ id: z.string() }) });
const connected = z.object({ instance: z.object({ status: z.literal('connected') }) });

const giveEndpoint = async ({ partnerId, systems, table }: World): Promise<void> => {
  const now = systems.clock.now();
  const id = systems.newId(now);
  await commit(table, [
    webhookEndpointClause(table, partnerId, {
      id,
      name: 'Endpoint',
      url: urls[0],
      is_primary: true,
      sealed_verify_token: await systems.vault.seal(verifyToken, verifyTokenContext(partnerId, id)),
      migration_id: systems.newId(now),
      revision: 1,
      relay: null,
      updated_at: new Date(now).toISOString(),
    }),
  ]);
};

const post = async (world: World, route: string, given: object): Promise<unknown> => {
  const reply = await world.service.call('POST', { body: { route, ...given } });
  if (reply.status >= 400) throw new Error(`${route}: ${reply.text}`);
  return reply.body;
};

/** A line that is not connected. */
const newLine = async (world: World, customerId: string): Promise<string> => {
  const given = { partner_customer_id: customerId, instance_key: world.freshKey(), create_connect_session: false };
  const { id } = instance.parse(await post(world, 'create-customer-instance', given)).instance;
  return id;
};

const connectedLine = async (world: World, customerId: string, number: string): Promise<string> => {
  const instanceId = await newLine(world, customerId);
  const link = await world.scene.invite(instanceId, 'connect');
  await world.scene.connect(link, { number });
  const { body, text } = await world.look('get-partner-instance', { instance_id: instanceId });
  if (connected.safeParse(body).success) return instanceId;
  throw new Error(`the line was not connected: ${text}`, { cause: [...world.scene.logLines, ...world.logLines] });
};

/** Prepares the ground. Nothing of it is an event. */
export const openGround = async (world: World): Promise<Ground> => {
  await world.open();
  for (const url of urls) world.endpoints.add(url, verifyToken);
  await world.service.operate('webhook-secrets rotate', { partner_id: world.partnerId });
  await giveEndpoint(world);
  await world.platform.control({ budget: { calls_per_hour: 1_000_000 } });
  for (const [name, id] of Object.entries(numbers)) {
    const waba_id = name.startsWith('spare') ? otherAccount : account;
    await world.platform.control({
      number: {
        id,
        waba_id,
        last_onboarded_time: longAgo,
        ...(name.endsWith('OnApp') || name === 'onApp' ? { is_on_biz_app: true } : {}),
      },
    });
  }
  for (const template of templates) await world.platform.control({ template: { ...template, waba_id: account } });
  const newCustomer = async (external_customer_id: keyof typeof personal): Promise<string> => {
    const [customer_name, customer_email, customer_phone] = personal[external_customer_id];
    const given = { external_customer_id, customer_name, customer_email, customer_phone };
    const { customer_id: id } = customer.parse(await post(world, 'upsert-partner-customer', given)).customer;
    world.ledger.personal.set(id, personal[external_customer_id]);
    return id;
  };
  const customers = [await newCustomer('C-1'), await newCustomer('C-2')] as const;
  const lines = [
    await connectedLine(world, customers[0], numbers.plain),
    await connectedLine(world, customers[0], numbers.onApp),
  ] as const;
  const owner = await world.service.partner.member('owner');
  await world.pass(5 * 60_000);
  return { customers, lines, owner };
};
