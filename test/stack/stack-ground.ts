import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Caller, Given, Ground } from '../../lambdas/api/scenes/ground.ts';
import { idIn } from '../../lambdas/api/scenes/preparation.ts';
import { onDemand } from '../../lambdas/kernel/on-demand.ts';
import { day, isoOf } from '../../lambdas/kernel/time.ts';
import { openLink } from '../../demo/end-customer.ts';
import type { Method } from '../../lambdas/api/request.ts';
import { until } from '../../tools/harness/whole-stack.ts';

/** Calls a route, with its first method if none is given. @returns its body @throws when it refuses */
export type CallAs = (as: Caller, route: string, given: Given, method?: Method) => Promise<Given>;

interface Surroundings {
  readonly call: CallAs;
  /** The address of the member of another partner, who is invited. */
  readonly invitee: string;
  readonly endpoint: { readonly webhook_url: string; readonly platform_verify_token: string };
  /** Controls the platform simulator. */
  readonly platform: (instruction: object) => Promise<unknown>;
}

const withId = z.object({ id: z.string() });
const customer = z.object({ customer: z.object({ customer_id: z.string() }) });
const created = z.object({ instance: withId, session: z.object({ url: z.string() }) });
const connected = z.object({
  instance: z.object({
    status: z.literal('connected'),
    platform_waba_id: z.string(),
    platform_phone_number_id: z.string(),
  }),
});
const sync = z.object({ sync: z.object({ status: z.string(), fetched: z.number() }) });
const listed = z.object({ items: z.array(withId) });
const team = z.object({ items: z.array(z.object({ id: z.string(), email: z.string() })) });
const keyList = z.object({
  items: z.array(z.object({ id: z.string(), status: z.string(), scopes: z.array(z.string()) })),
});
const isActive = ({ status }: { readonly status: string }): boolean => status === 'active';

type Records = Pick<Ground, 'customer' | 'newLine' | 'line' | 'lines' | 'event'>;

const recordsOf = (call: CallAs): Records => {
  const newCustomer: Ground['customer'] = async (more) => {
    const given = { external_customer_id: randomUUID(), customer_name: 'Acme', ...more };
    return customer.parse(await call('partner', 'upsert-partner-customer', given)).customer.customer_id;
  };
  const newLine: Ground['newLine'] = async (customerId) => {
    const partner_customer_id = customerId ?? (await newCustomer());
    const given = { partner_customer_id, instance_key: randomUUID(), create_connect_session: false };
    return idIn(await call('partner', 'create-customer-instance', given), 'instance');
  };
  return {
    customer: newCustomer,
    newLine,
    line: async ({ customerId, key = randomUUID() } = {}) => {
      const given = { partner_customer_id: customerId ?? (await newCustomer()), instance_key: key };
      const { instance, session } = created.parse(await call('partner', 'create-customer-instance', given));
      await openLink(session.url);
      connected.parse(await call('partner', 'get-partner-instance', { instance_id: instance.id }));
      return instance.id;
    },
    lines: async (customerId, count) => {
      for (let line = 0; line < count; line += 1) await newLine(customerId);
    },
    event: async () => {
      const customer_id = await newCustomer();
      await call('partner', 'update-partner-customer', { customer_id, changes: { customer_name: 'Another' } });
      const events = await until(
        async () => listed.parse(await call('partner', 'list-partner-webhook-events', { customer_id })),
        ({ items }) => items.length > 0,
      );
      return events.items[0]?.id ?? '';
    },
  };
};

/** A business account with a template, which is made once. */
const accountOf = ({ call, platform }: Surroundings, { line }: Records) =>
  onDemand(async () => {
    const instance_id = await line();
    const { instance } = connected.parse(await call('partner', 'get-partner-instance', { instance_id }));
    const { platform_waba_id: id, platform_phone_number_id: number } = instance;
    const template = { name: 'order_sent', language: 'en' };
    const more = { id: '9001', waba_id: id, category: 'UTILITY', status: 'APPROVED', components: [] };
    await platform({ template: { ...template, ...more } });
    await call('partner', 'refresh-partner-platform-templates', { waba_id: id, force: true });
    await until(
      async () => sync.parse(await call('partner', 'get-partner-platform-template-sync', { waba_id: id })).sync,
      ({ status, fetched }) => status === 'succeeded' && fetched === 1,
    );
    return { id, number, template };
  });

/** The notification that the platform rejected the account's template. */
const notificationOf = ({ call, platform }: Surroundings, account: () => Promise<{ readonly id: string }>) =>
  onDemand(async () => {
    const { id } = await account();
    const value = { event: 'REJECTED', message_template_id: 9001, reason: 'PROMOTIONAL' };
    const named = { message_template_name: 'order_sent', message_template_language: 'en' };
    const change = { field: 'message_template_status_update', value: { ...value, ...named } };
    const entry = [{ id, time: Math.floor(Date.now() / 1000), changes: [change] }];
    await platform({ callback: { object: 'whatsapp_business_account', entry } });
    const inbox = await until(
      async () => listed.parse(await call('owner', 'list-partner-notifications', { status: 'unread' })),
      ({ items }) => items.length > 0,
    );
    return inbox.items[0]?.id ?? '';
  });

const self = z.object({ partner: z.object({ partner_id: z.string() }) });

const teamOf = async ({ call, invitee }: Surroundings) => {
  const { partner } = self.parse(await call('owner', 'get-partner-member', {}));
  const activeKeys = async () => keyList.parse(await call('owner', 'list-partner-api-keys', {})).items.filter(isActive);
  return {
    teamOf: partner.partner_id,
    outsider: () => Promise.resolve(`${randomUUID()}@partner.example`),
    invited: async () => {
      const { items } = team.parse(await call('owner', 'list-partner-members', { page_size: 200 }));
      const there = items.find(({ email }) => email === invitee);
      if (there !== undefined) await call('owner', 'remove-partner-member', { member_id: there.id });
      return idIn(await call('owner', 'invite-partner-member', { email: invitee, role: 'viewer' }), 'member');
    },
    keys: async (count: 1 | 2) => {
      let kept = '';
      for (const { id, scopes } of await activeKeys()) {
        // The key of the partner's calls.
        if (scopes.includes('customers.write')) kept = id;
        else await call('owner', 'revoke-partner-api-key', { key_id: id });
      }
      if (count === 1) return kept;
      return idIn(
        await call('owner', 'issue-partner-api-key', { scopes: ['customers.read'], expires_at: null }),
        'key',
      );
    },
  };
};

/** The whole stack as a ground: the partner of the key is all partners. */
export const stackGround = async (surroundings: Surroundings): Promise<Ground> => {
  const { call, endpoint } = surroundings;
  // Lines are connected for a partner with an endpoint only.
  await call('partner', 'update-partner-webhook-endpoint', { ...endpoint });
  const records = recordsOf(call);
  const account = accountOf(surroundings, records);
  const now = Date.now();
  return {
    ...records,
    ...(await teamOf(surroundings)),
    fresh: randomUUID,
    now: Date.now,
    call: (route, given, as = 'partner') => call(as, route, given),
    settle: () => Promise.resolve(),
    endpoint: () => ({ url: endpoint.webhook_url, verifyToken: endpoint.platform_verify_token }),
    logo: new URL('/logo.png', endpoint.webhook_url).href,
    withoutSecret: () => Promise.resolve(),
    account,
    reportingNumber: async () => (await account()).number,
    reported: { from: now - 30 * day, to: now },
    closedDays: () => Promise.resolve(isoOf(now).slice(0, 10)),
    contact: () => Promise.resolve('nowhere@partner.example'),
    notification: notificationOf(surroundings, account),
  };
};
