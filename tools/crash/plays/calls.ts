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

/** A business account whose templates were synchronized. @returns its id */
export const synchronised = async (stage: Stage): Promise<string> => {
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
/** Another endpoint than the stage's. */
export const endpointOf = ({ surroundings: { scenery } }: Stage) => {
  const verifyToken = 'token';
  scenery.receiver.setVerifyToken(anotherEndpoint, verifyToken);
  return { url: scenery.receiver.receiverUrl(anotherEndpoint), verifyToken };
};

const endpoint = (stage: Stage): Readonly<Record<string, string>> => {
  const { url, verifyToken } = endpointOf(stage);
  return { webhook_url: url, platform_verify_token: verifyToken };
};

/** An update of the endpoint with two instances to move. */
export const movedEndpoint = async (stage: Stage): Promise<void> => {
  for (let instance = 0; instance < 2; instance += 1) await connectedInstance(stage, await stage.newCustomer());
  await stage.prepared('update-partner-webhook-endpoint', { method: 'POST', given: endpoint(stage) });
};

const notifications = z.object({ items: z.array(z.object({ id: z.string() })) });

/** Causes notifications of the members. @returns the id of the first */
export const notified = async (stage: Stage): Promise<string> => {
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

/** The calls whose partner has more than in the case of its scene. */
export const callPlays: readonly Play[] = [
  callPlay('POST', 'import-partner-customers', 'four rows, one of them wrong', () => Promise.resolve(imported)),
  callPlay('POST', 'update-partner-webhook-endpoint', 'with two instances to move', async (stage) => {
    for (let instance = 0; instance < 2; instance += 1) await connectedInstance(stage, await stage.newCustomer());
    return endpoint(stage);
  }),
  callPlay('GET', 'get-partner-webhook-migration', 'a completed one', async (stage) => {
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
  callPlay('POST', 'resend-partner-webhook-events', 'three events of two customers', async (stage) => {
    await undelivered(stage);
    return { since: '2020-01-01' };
  }),
  callPlay('GET', 'get-partner-webhook-resend', 'a completed one', async (stage) => {
    await resending(stage);
    await settle(stage.surroundings);
    return {};
  }),
  rotation,
  callPlay('GET', 'get-partner-webhook-test-event', 'one that was sent', async (stage) => {
    const reply = await stage.prepared('send-partner-webhook-test-event', {
      method: 'POST',
      given: { type: 'service.ping' },
    });
    const { event } = z.object({ event: z.object({ id: z.string() }) }).parse(reply);
    await settle(stage.surroundings);
    return { event_id: event.id };
  }),
  callPlay('POST', 'report-partner-message-status', 'a failure', report),
  callPlay('POST', 'report-partner-message-statuses', 'two, one of them wrong', async (stage) => ({
    reports: [await report(stage), { status: 'seen' }],
  })),
];
