import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { noDetails } from '../../lambdas/domain/template.ts';
import { newId, systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { isoOf, type Clock } from '../../lambdas/kernel/time.ts';
import { newPartnerKeyClauses } from '../../lambdas/store/partners/partners.ts';
import { commit } from '../../lambdas/store/table/commit.ts';
import { newKey } from '../../lambdas/team/new-key.ts';
import { StoredTemplates } from '../../lambdas/template-sync/stored-templates.ts';
import type { OutboundClient } from '../../lambdas/outbound/client.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { listEvents } from './list-events.ts';
import { logoAnswer } from './logo-answer.ts';
import { connectInstance } from './connect-instance.ts';
import type { TestPartner, TestService } from './service.ts';

/** Names of existing records, by the parameter that takes them. */
export type KnownNames = Readonly<Record<NamedParameter, readonly string[]>>;

export const namedParameters = [
  'customer_id',
  'external_customer_id',
  'instance_id',
  'instance_key',
  'phone_number_id',
  'platform_waba_id',
  'template_id',
  'template_name',
  'sync_id',
  'migration_id',
  'event_id',
  'resend_id',
  'member_id',
  'key_id',
  'import_id',
  'partner_id',
] as const;
export type NamedParameter = (typeof namedParameters)[number];

/** A partner with a record of each kind. */
export interface PopulatedPartner {
  readonly partner: TestPartner;
  /** A text in the data of its customers, instances and messages, but in no id or key. */
  readonly secret: string;
  readonly names: KnownNames;
}

/** An endpoint that accepts every verify token except the random ones of a validation: 24 bytes as hex. */
export const honestReceiver: OutboundClient = {
  close: () => undefined,
  send: ({ method, url }) => {
    const logo = logoAnswer(url);
    if (logo !== null) return Promise.resolve(logo);
    const { searchParams } = new URL(url);
    const isMadeUp = /^[0-9a-f]{48}$/.test(searchParams.get('hub.verify_token') ?? '');
    const answer = method === 'GET' && !isMadeUp ? (searchParams.get('hub.challenge') ?? '') : '';
    return Promise.resolve({
      kind: 'response',
      status: isMadeUp ? 403 : 200,
      headers: {},
      body: Buffer.from(answer),
      milliseconds: 1,
    });
  },
};

const answer = z.object({
  customer: z.object({ customer_id: z.string() }).optional(),
  instance: z.object({ id: z.string() }).optional(),
  migration: z.object({ id: z.string() }).optional(),
  resend: z.object({ id: z.string() }).optional(),
  import: z.object({ id: z.string() }).optional(),
  sync: z.object({ id: z.string() }).optional(),
  event: z.object({ id: z.string() }).optional(),
});

/** A key that calls may revoke without losing a credential. */
const revokedKey = async (table: Table, partner_id: string, now: number): Promise<string> => {
  const { key } = newKey(
    { table, randomBytes, keyEnvironment: 'test' },
    { partner_id, scopes: ['customers.read'], expires_at: null, label: null, issued_by: null },
    now,
  );
  await commit(table, newPartnerKeyClauses(table, { ...key, revoked_at: isoOf(now) }, now));
  return key.key_id;
};

const callsOf = (service: TestService, apiKey: string, mark: string, secret: string) => {
  const command = async (method: string, route: string, body: object): Promise<z.infer<typeof answer>> => {
    const reply = await service.call(method, { bearer: apiKey, body: { route, ...body } });
    if (reply.status >= 400) throw new Error(`${route}: ${reply.text}`);
    return answer.parse(reply.body);
  };
  const customer = async (name: string): Promise<string> => {
    const made = await command('POST', 'upsert-partner-customer', {
      external_customer_id: `${mark}-${name}`,
      customer_name: `${secret} ${name}`,
      customer_email: `${secret}@${name}.example`,
      customer_phone: `+49 30 ${secret}`,
      metadata: { note: secret },
    });
    return made.customer?.customer_id ?? '';
  };
  const instance = async (customerId: string, name: string, more: object): Promise<string> => {
    const made = await command('POST', 'create-customer-instance', {
      partner_customer_id: customerId,
      instance_key: `${mark}-${name}`,
      instance_name: `${secret} ${name}`,
      ...more,
    });
    return made.instance?.id ?? '';
  };
  return { command, customer, instance };
};

const failedReport = (phoneNumberId: string, secret: string) => ({
  phone_number_id: phoneNumberId,
  status: 'failed',
  message_id: secret,
  recipient: secret,
  error_code: 131026,
  error_title: secret,
});

interface Marks {
  readonly wabaId: string;
  readonly mark: string;
  readonly secret: string;
  readonly clock: Clock;
}

const plantTemplate = async (
  table: Table,
  partnerId: string,
  { wabaId, mark, secret, clock }: Marks,
): Promise<void> => {
  const template = {
    id: `template-${mark}`,
    name: `welcome_${mark}`,
    language: 'de',
    category: 'UTILITY',
    status: 'APPROVED',
  };
  await new StoredTemplates({ table, retryPolicy: systemRetryPolicy, clock, newId }, partnerId, wabaId, []).takeIn(
    [
      {
        ...template,
        quality_score: 'GREEN',
        rejected_reason: null,
        details: noDetails,
        components: [{ type: 'BODY', text: secret }],
      },
    ],
    { pass: 1, askedAt: clock() },
    false,
  );
};

/** @param service with the honest receiver as `outbound` */
export const populatedPartner = async (table: Table, service: TestService): Promise<PopulatedPartner> => {
  const partner = await service.newPartner();
  const { partnerId, apiKey } = partner;
  const { clock, vault } = service.dispatcher.deps;
  const mark = `m${randomBytes(8).toString('hex')}`;
  const secret = `s${randomBytes(8).toString('hex')}`;
  const { command, customer, instance } = callsOf(service, apiKey, mark, secret);
  const customers = [await customer('one'), await customer('two'), await customer('three'), await customer('four')];
  const marked = (names: readonly string[]) => names.map((name) => `${mark}-${name}`);
  const [one = '', two = '', three = '', four = ''] = customers;
  const bare = { create_connect_session: false };
  const instances = [
    await instance(one, 'connected', bare),
    await instance(one, 'invited', {}),
    await instance(two, 'bare', bare),
  ];
  const [connected = ''] = instances;
  const wabaId = `waba-${mark}`;
  const phoneNumberId = `phone-${mark}`;
  await connectInstance(table, vault, clock, { partnerId, instanceId: connected, phoneNumberId, wabaId });
  await command('POST', 'merge-partner-customers', { source_customer_id: three, target_customer_id: two });
  await command('POST', 'deactivate-partner-customer', { customer_id: four });
  await command('POST', 'report-partner-message-status', failedReport(phoneNumberId, secret));
  const hook = { webhook_url: `https://partner.example/${secret}`, platform_verify_token: `token-${secret}` };
  const endpoint = await command('POST', 'update-partner-webhook-endpoint', hook);
  await command('PATCH', 'update-partner-platform-callbacks', { mode: 'relay' });
  const again = await command('POST', 'resend-partner-webhook-events', { since: '2026-01-01' });
  const imported = await command('POST', 'import-partner-customers', {
    customers: [{ external_customer_id: `${mark}-one`, customer_name: `${secret} five` }, { customer_name: secret }],
  });
  await plantTemplate(table, partnerId, { wabaId, mark, secret, clock });
  await command('PATCH', 'update-partner-customer', { customer_id: one, changes: { customer_name: `${secret} next` } });
  const events = await listEvents(table, partnerId, [one]);
  const tested = await command('POST', 'send-partner-webhook-test-event', { type: 'service.ping' });
  const member = await partner.member('support');
  const key = await revokedKey(table, partnerId, clock());
  const refreshed = await command('POST', 'refresh-partner-platform-templates', { waba_id: wabaId });
  return {
    partner,
    secret,
    names: {
      customer_id: customers,
      external_customer_id: marked(['one', 'two', 'three', 'four']),
      instance_id: instances,
      instance_key: marked(['connected', 'invited', 'bare']),
      phone_number_id: [phoneNumberId],
      platform_waba_id: [wabaId],
      template_id: [`template-${mark}`],
      template_name: [`welcome_${mark}`],
      sync_id: [refreshed.sync?.id ?? ''],
      event_id: [...events, tested.event?.id ?? ''],
      migration_id: [endpoint.migration?.id ?? ''],
      resend_id: [again.resend?.id ?? ''],
      member_id: [member.slice('member:'.length)],
      key_id: [key],
      import_id: [imported.import?.id ?? ''],
      partner_id: [partnerId],
    },
  };
};
