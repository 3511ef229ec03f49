import { takeIn } from '../../../lambdas/callbacks/take-in.ts';
import { answer } from '../../../lambdas/callbacks/answer-callback.ts';
import { digitsOf } from '../../../lambdas/domain/phone-number.ts';
import { healthy, type EndpointHealth } from '../../../lambdas/domain/webhook/endpoint-health.ts';
import { hubSignature } from '../../../lambdas/domain/webhook/signature.ts';
import type { DueHint } from '../../../lambdas/kernel/due.ts';
import { minute } from '../../../lambdas/kernel/time.ts';
import { work, type QueueName, type WorkKind } from '../../../lambdas/kernel/work.ts';
import { changesIn } from '../../../lambdas/runtime/callback-queue.ts';
import { workKeyOf } from '../../../lambdas/store/table/keys.ts';
import { changeOutbox } from '../../../lambdas/store/webhooks/outbox.ts';
import { app } from '../../harness/connect-scenery.ts';
import { recorded } from '../../harness/recorded-callbacks.ts';
import { eventOf } from '../../harness/service.ts';
import { dueNow, settle } from '../../processes/background.ts';
import { queueOf } from '../../processes/queue-addresses.ts';
import type { Stage } from '../../processes/stage.ts';
import { connectedInstance, templates, type populatedWaba } from './lines.ts';

export const dueOf = async ({ surroundings }: Stage, kind: QueueName): Promise<readonly DueHint[]> =>
  (await dueNow(surroundings)).get(kind) ?? [];

/** Waits for hints of one kind of work, whatever else of its queue becomes due. */
export const awaitedOf = async (stage: Stage, kind: WorkKind): Promise<readonly DueHint[]> => {
  for (let minutes = 0; minutes < 2 * 24 * 60; minutes += 5) {
    const hints = (await dueOf(stage, work[kind].queue)).filter((hint) => workKeyOf(hint).kind === kind);
    if (hints.length > 0) return hints;
    stage.surroundings.clock.pass(5 * minute);
  }
  throw new Error(`no work of ${kind} becomes due`);
};

const setHealth = async ({ surroundings: { table }, partner }: Stage, health: EndpointHealth): Promise<void> => {
  await changeOutbox(table, table.retryPolicy, partner.partnerId, (record) => ({
    record: { ...record, health },
    clauses: [],
  }));
};

/** Three events of two customers, which a disabled endpoint left undelivered. It is enabled again. */
export const undelivered = async (stage: Stage): Promise<void> => {
  const customers = [await stage.newCustomer(), await stage.newCustomer()];
  await setHealth(stage, { state: 'disabled', at: stage.surroundings.clock.now(), reason: 'gone', since: null });
  for (const [index, customer_id] of [...customers, ...customers.slice(0, 1)].entries()) {
    const given = { customer_id, customer_name: `Name ${index}` };
    await stage.prepared('update-partner-customer', { method: 'PATCH', given });
  }
  await settle(stage.surroundings);
  await setHealth(stage, healthy);
};

/** An update of the endpoint with two instances to move. */
export const movedEndpoint = async (stage: Stage): Promise<void> => {
  for (let instance = 0; instance < 2; instance += 1) await connectedInstance(stage, await stage.newCustomer());
  const another = 2;
  const { receiver } = stage.surroundings.scenery;
  receiver.setVerifyToken(another, 'token');
  const given = { webhook_url: receiver.receiverUrl(another), platform_verify_token: 'token' };
  await stage.prepared('update-partner-webhook-endpoint', { method: 'POST', given });
};

/** A callback about an instance and the first template of its business account. */
export const bodyAbout = async (
  stage: Stage,
  name: string,
  { wabaId, instanceId }: Awaited<ReturnType<typeof populatedWaba>>,
): Promise<string> => {
  const { instance } = await stage.scene.instance(instanceId);
  const [template] = templates;
  const subject = {
    wabaId,
    templateId: template.id,
    templateName: template.name,
    number: digitsOf(instance.display_phone_number ?? ''),
  };
  return recorded(name, subject, stage.surroundings.clock.now());
};

/** The platform calls back, and the callback is taken in. */
export const takenIn = async (stage: Stage, body: string): Promise<void> => {
  const sound = stage.sound();
  const headers = { 'x-hub-signature-256': hubSignature(app.secret, Buffer.from(body)) };
  await answer(sound.door, eventOf('POST', { body }, headers));
  for (const message of stage.surroundings.queues.get(queueOf('callback')) ?? []) {
    await takeIn(sound.intake, changesIn(message));
  }
};
