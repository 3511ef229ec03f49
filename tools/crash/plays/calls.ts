import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Ask } from '../../access-patterns/scenario.ts';
import { freshId } from '../../harness/template-scene.ts';
import { settle } from '../background.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { connectedInstance } from './customers-and-instances.ts';

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

type Given = Readonly<Record<string, unknown>>;

const play = (
  method: Ask['method'],
  name: string,
  about: string,
  given: (stage: Stage) => Promise<Given>,
  as: 'partner' | 'member' = 'partner',
): Play => ({
  name,
  about,
  prepare: async (stage) => {
    const ask: Ask = {
      method,
      given: await given(stage),
      ...(method !== 'GET' && { key: randomUUID() }),
      ...(as === 'member' && { bearer: stage.member }),
    };
    const asksEndpoint = ['validate-partner-webhook-endpoint', 'update-partner-webhook-endpoint'].includes(name);
    return { again: 'client', asksEndpoint, expected: '2', act: (it) => stage.call(it, name, ask) };
  },
});

const nothing = (): Promise<Given> => Promise.resolve({});

const report = async (stage: Stage): Promise<Given> => ({
  phone_number_id: await reportingNumber(stage),
  status: 'failed',
  message_id: 'wamid.1',
  error_code: 131026,
});

export const callPlays: readonly Play[] = [
  play('GET', 'list-partner-customers', 'the first page', nothing),
  play('POST', 'validate-partner-webhook-endpoint', 'a valid one', (stage) => Promise.resolve(endpoint(stage))),
  play('POST', 'update-partner-webhook-endpoint', 'with two instances to move', async (stage) => {
    for (let instance = 0; instance < 2; instance += 1) await connectedInstance(stage, await stage.newCustomer());
    return endpoint(stage);
  }),
  play('GET', 'get-partner-webhook-endpoint', 'an existing endpoint', nothing),
  play('GET', 'get-partner-webhook-migration', 'the latest', async (stage) => {
    await movedEndpoint(stage);
    await settle(stage.surroundings);
    return {};
  }),
  play('POST', 'retry-partner-webhook-migration', 'one instance failed', async (stage) => {
    await stage.surroundings.scenery.control({ fault: { method: 'POST', path: '/', status: 403, times: 1 } });
    await movedEndpoint(stage);
    await settle(stage.surroundings);
    return {};
  }),
  play('POST', 'refresh-partner-platform-templates', 'of a business account', async (stage) => {
    const { wabaId } = await populatedWaba(stage);
    return { waba_id: wabaId, force: true };
  }),
  play('GET', 'get-partner-platform-template-sync', 'the latest', async (stage) => ({
    waba_id: await synchronised(stage),
  })),
  play('GET', 'list-partner-platform-templates', 'three', async (stage) => ({ waba_id: await synchronised(stage) })),
  play('GET', 'get-partner-platform-template', 'one', async (stage) => ({
    waba_id: await synchronised(stage),
    template_id: templates[0].id,
  })),
  play('POST', 'report-partner-message-status', 'a failure', report),
  play('POST', 'report-partner-message-delivery-failure', 'a failure', report),
  play('POST', 'report-partner-message-statuses', 'two, one of them wrong', async (stage) => ({
    reports: [await report(stage), { status: 'seen' }],
  })),
  play('GET', 'search-partner-delivery-events', 'of the partner', nothing),
  play('GET', 'get-partner-delivery-health', 'of the partner', nothing),
  play('GET', 'list-partner-notifications', 'one', async (stage) => (await told(stage), {}), 'member'),
  play(
    'POST',
    'mark-partner-notification-read',
    'one',
    async (stage) => ({ notification_id: await told(stage) }),
    'member',
  ),
  play('POST', 'mark-all-partner-notifications-read', 'all', async (stage) => (await told(stage), {}), 'member'),
  play('GET', 'get-partner-notification-preferences', 'the usual', nothing, 'member'),
  play(
    'PATCH',
    'update-partner-notification-preferences',
    'one category off',
    () => Promise.resolve({ notify_templates: false }),
    'member',
  ),
];
