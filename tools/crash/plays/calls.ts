import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { freshId } from '../../harness/template-scene.ts';
import { settle } from '../background.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { callPlay, nothing, type Given } from './call-play.ts';
import { connectedInstance } from './customers-and-instances.ts';
import { resending, undelivered } from './undelivered.ts';

export const templates = [
  { id: '7700000000000001', name: 'one', language: 'en' },
  { id: '7700000000000002', name: 'two', language: 'en' },
  { id: '7700000000000003', name: 'three', language: 'en' },
] as const;

/** A business account with templates and an instance. */
export const populatedWaba = async (
  stage: Stage,
): Promise<{ readonly wabaId: string; readonly instanceId: string }> => {
  const wabaId = freshId();
  const instanceId = await stage.scene.connectedInstance(wabaId);
  await stage.scene.putTemplates(wabaId, templates);
  return { wabaId, instanceId };
};

const synchronised = async (stage: Stage): Promise<string> => {
  const { wabaId } = await populatedWaba(stage);
  await stage.scene.pass(wabaId);
  return wabaId;
};

const numberOf = async (stage: Stage, instanceId: string): Promise<string> =>
  (await stage.scene.instance(instanceId)).instance.platform_phone_number_id ?? '';

/** The number of a connected instance, for reports. */
export const reportingNumber = async (stage: Stage): Promise<string> =>
  numberOf(stage, await connectedInstance(stage, await stage.newCustomer()));

const anotherEndpoint = 2;
const newUrl = ({ surroundings }: Stage): string => {
  surroundings.scenery.receiver.setVerifyToken(anotherEndpoint, 'token');
  return surroundings.scenery.receiver.receiverUrl(anotherEndpoint);
};

const endpoint = (stage: Stage): Readonly<Record<string, string>> => ({
  webhook_url: newUrl(stage),
  platform_verify_token: 'token',
});

/** An update of the endpoint with two instances to move. */
export const movedEndpoint = async (stage: Stage): Promise<void> => {
  for (let instance = 0; instance < 2; instance += 1) await connectedInstance(stage, await stage.newCustomer());
  await stage.prepared('update-partner-webhook-endpoint', { method: 'POST', given: endpoint(stage) });
};

const notifications = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Causes notifications of the members. @returns the id of the first */
const told = async (stage: Stage): Promise<string> => {
  await stage.scene.service.operate('partners slot-limit', { partner_id: stage.partner.partnerId, slot_limit: 1 });
  await connectedInstance(stage, await stage.newCustomer());
  await settle(stage.surroundings);
  const given = { method: 'GET', given: {}, bearer: stage.member } as const;
  const [first] = notifications.parse(await stage.prepared('list-partner-notifications', given)).items;
  return first?.id ?? randomUUID();
};

/** A client that got no answer does not know the new secret, and another rotation is refused for a day. */
const rotation = callPlay('POST', 'rotate-partner-webhook-secret', 'the second secret', nothing, { again: 'nobody' });

const report = async (stage: Stage): Promise<Given> => ({
  phone_number_id: await reportingNumber(stage),
  status: 'failed',
  message_id: 'wamid.1',
  error_code: 131026,
});

/** Four rows: one fails at once, and two are about one customer. */
export const imported: Given = {
  customers: [
    { external_customer_id: 'row-1', customer_name: 'Row 1' },
    { external_customer_id: 'row-2' },
    { external_customer_id: 'row-3', customer_name: 'Row 3' },
    { external_customer_id: 'row-1', customer_name: 'Row 1 again' },
  ],
};

const connectPage: Given = { display_name: 'Acme', logo_url: 'https://partner.example/logo.png', color: '#1a73e8' };

const begun = z.object({ import: z.object({ id: z.string() }) });

export const callPlays: readonly Play[] = [
  callPlay('GET', 'list-partner-customers', 'the first page', nothing),
  callPlay('POST', 'import-partner-customers', 'four rows, one of them wrong', () => Promise.resolve(imported)),
  callPlay('GET', 'get-partner-customer-import', 'a completed one', async (stage) => {
    const prepared = await stage.prepared('import-partner-customers', { method: 'POST', given: imported });
    await settle(stage.surroundings);
    return { import_id: begun.parse(prepared).import.id };
  }),
  callPlay('POST', 'validate-partner-webhook-endpoint', 'a valid one', (stage) => Promise.resolve(endpoint(stage))),
  callPlay('POST', 'update-partner-webhook-endpoint', 'with two instances to move', async (stage) => {
    for (let instance = 0; instance < 2; instance += 1) await connectedInstance(stage, await stage.newCustomer());
    return endpoint(stage);
  }),
  callPlay('GET', 'get-partner-webhook-endpoint', 'an existing endpoint', nothing),
  callPlay('GET', 'get-partner-webhook-migration', 'the latest', async (stage) => {
    await movedEndpoint(stage);
    await settle(stage.surroundings);
    return {};
  }),
  callPlay('POST', 'retry-partner-webhook-migration', 'one instance failed', async (stage) => {
    await stage.surroundings.scenery.control({ fault: { method: 'POST', path: '/', status: 403, times: 1 } });
    await movedEndpoint(stage);
    await settle(stage.surroundings);
    return {};
  }),
  callPlay('GET', 'get-partner-connect-page', 'an existing one', async (stage) => {
    await stage.prepared('update-partner-connect-page', { method: 'PATCH', given: connectPage });
    return {};
  }),
  callPlay('PATCH', 'update-partner-connect-page', 'with a logo', () => Promise.resolve(connectPage)),
  callPlay('POST', 'resend-partner-webhook-events', 'three events of two customers', async (stage) => {
    await undelivered(stage);
    return { since: '2020-01-01' };
  }),
  callPlay('GET', 'get-partner-webhook-resend', 'the latest', async (stage) => {
    await resending(stage);
    await settle(stage.surroundings);
    return {};
  }),
  rotation,
  callPlay('POST', 'send-partner-webhook-test-event', 'of a merge', () =>
    Promise.resolve({ type: 'service.partner.customer.merged' }),
  ),
  callPlay('GET', 'get-partner-webhook-test-event', 'one that was sent', async (stage) => {
    const reply = await stage.prepared('send-partner-webhook-test-event', {
      method: 'POST',
      given: { type: 'service.ping' },
    });
    const { event } = z.object({ event: z.object({ id: z.string() }) }).parse(reply);
    await settle(stage.surroundings);
    return { event_id: event.id };
  }),
  callPlay('POST', 'refresh-partner-platform-templates', 'of a business account', async (stage) => {
    const { wabaId } = await populatedWaba(stage);
    return { waba_id: wabaId, force: true };
  }),
  callPlay('GET', 'get-partner-platform-template-sync', 'the latest', async (stage) => ({
    waba_id: await synchronised(stage),
  })),
  callPlay('GET', 'list-partner-platform-templates', 'three', async (stage) => ({
    waba_id: await synchronised(stage),
  })),
  callPlay('GET', 'list-partner-business-accounts', 'one', async (stage) => {
    await synchronised(stage);
    return {};
  }),
  callPlay('GET', 'get-partner-platform-template', 'one', async (stage) => ({
    waba_id: await synchronised(stage),
    template_id: templates[0].id,
  })),
  callPlay('POST', 'report-partner-message-status', 'a failure', report),
  callPlay('POST', 'report-partner-message-delivery-failure', 'a failure', report),
  callPlay('POST', 'report-partner-message-statuses', 'two, one of them wrong', async (stage) => ({
    reports: [await report(stage), { status: 'seen' }],
  })),
  callPlay('GET', 'search-partner-delivery-events', 'of the partner', nothing),
  callPlay('GET', 'search-partner-delivery-events', 'of a status', () => Promise.resolve({ status: 'failed' })),
  callPlay('GET', 'get-partner-delivery-health', 'of the partner', nothing),
  callPlay('GET', 'list-partner-notifications', 'one', async (stage) => (await told(stage), {}), { as: 'member' }),
  callPlay('POST', 'mark-partner-notification-read', 'one', async (stage) => ({ notification_id: await told(stage) }), {
    as: 'member',
  }),
  callPlay('POST', 'mark-all-partner-notifications-read', 'all', async (stage) => (await told(stage), {}), {
    as: 'member',
  }),
  callPlay('GET', 'get-partner-notification-preferences', 'the usual', nothing, { as: 'member' }),
  callPlay(
    'PATCH',
    'update-partner-notification-preferences',
    'one category off',
    () => Promise.resolve({ notify_templates: false }),
    { as: 'member' },
  ),
];
