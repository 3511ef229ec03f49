import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { handOverAfter, type EventQueue } from '../../../lambdas/domain/webhook/pace.ts';
import { outboundLimits, type OutboundResult } from '../../../lambdas/outbound/client.ts';
import { Lru } from '../../../lambdas/kernel/lru.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { deliverBatch } from '../../../lambdas/events/delivery/deliver-batch.ts';
import type { DeliveryDeps } from '../../../lambdas/events/delivery/delivery-deps.ts';
import { production } from '../../../lib/stages.ts';
import { depsOf } from '../../access-patterns/deliveries.ts';
import type { Stage } from '../../access-patterns/scene.ts';
import type { Recording, RecordedOperation } from './recording.ts';
import { transcribed } from './transcribe.ts';

const delivered: OutboundResult = {
  kind: 'response',
  status: 200,
  headers: {},
  body: Buffer.alloc(0),
  milliseconds: 90,
};
const unanswered: OutboundResult = { kind: 'failed', error: 'timeout', milliseconds: outboundLimits.milliseconds };
const unansweredInTime: OutboundResult = { kind: 'failed', error: 'timeout', milliseconds: handOverAfter };

const entered = z.object({ customer: z.object({ customer_id: z.string() }) });

interface Hint {
  readonly pk: string;
  readonly sk: string;
}

/** Changes a customer of a partner with an endpoint, so that its event is due. */
const announce = async ({ scene }: Stage): Promise<Hint> => {
  const { partnerId, apiKey } = scene.other;
  const call = (method: string, route: string, body: Readonly<Record<string, unknown>>) =>
    scene.call(method, { body: { route, ...body }, bearer: apiKey });
  const created = await call('POST', 'upsert-partner-customer', {
    external_customer_id: scene.fresh(),
    customer_name: 'Acme',
  });
  const customer = entered.parse(created.body).customer.customer_id;
  await call('PATCH', 'update-partner-customer', { customer_id: customer, changes: { customer_name: 'Next' } });
  scene.clock.pass(1_000);
  return keys.historyEntry(partnerId, customer, 2);
};

/** A worker that delivers an event, and the functions that control its exchange. */
interface Delivering {
  readonly deps: DeliveryDeps;
  readonly sending: Promise<undefined>;
  readonly answer: (result: OutboundResult) => void;
  /** Lets the time pass until the endpoint counts as slow. */
  readonly stayAway: () => void;
}

const openWorker = ({ scene, table }: Stage): Delivering => {
  const sending = Promise.withResolvers<undefined>();
  const answering = Promise.withResolvers<OutboundResult>();
  let silence: () => void = () => undefined;
  return {
    deps: {
      ...depsOf(table, scene.clock.now, () => delivered),
      vault: scene.vault,
      outbound: {
        send: () => {
          sending.resolve(undefined);
          return answering.promise;
        },
      },
      after: (_, run) => {
        silence = run;
        return () => undefined;
      },
      answers: new Lru(1),
      slots: production.deliverySlots,
    },
    sending: sending.promise,
    answer: answering.resolve,
    stayAway: () => {
      silence();
    },
  };
};

interface Phases {
  readonly before: RecordedOperation;
  readonly after: RecordedOperation;
}

/** Delivers an event. Table calls before the exchange, during it and after it are recorded separately. */
const recordDelivery = async (
  stage: Stage,
  queue: EventQueue,
  answer: OutboundResult,
  meanwhile: (worker: Delivering) => Promise<void> = () => Promise.resolve(),
): Promise<Phases> => {
  const { table } = stage;
  const hint = await announce(stage);
  const worker = openWorker(stage);
  let running: Promise<unknown> = Promise.resolve();
  const before = await table.measure(() => {
    running = deliverBatch(worker.deps, [hint], queue);
    return worker.sending;
  });
  await meanwhile(worker);
  const after = await table.measure(async () => {
    worker.answer(answer);
    await running;
  });
  return { before: transcribed(before.accesses), after: transcribed(after.accesses) };
};

/** Records the table calls for an event that is not sent. */
const recordUnsent = async (stage: Stage, queue: EventQueue): Promise<RecordedOperation> => {
  const hint = await announce(stage);
  const { accesses } = await stage.table.measure(() => deliverBatch(openWorker(stage).deps, [hint], queue));
  return transcribed(accesses);
};

/** Records an exchange during which the endpoint becomes slow. */
const recordTurn = async (stage: Stage): Promise<Phases & { readonly told: RecordedOperation }> => {
  const { table } = stage;
  let told: RecordedOperation = [];
  const phases = await recordDelivery(stage, 'event', unansweredInTime, async (worker) => {
    const { accesses } = await table.measure(async () => {
      worker.stayAway();
      await setImmediate();
    });
    told = transcribed(accesses);
  });
  return { ...phases, told };
};

/** Records deliveries to an endpoint that is fast, becomes slow, and is slow. */
export const recordDeliveries = async (stage: Stage): Promise<Recording> => {
  const { scene } = stage;
  const given = { webhook_url: `https://hooks.partner.example/${scene.fresh()}`, platform_verify_token: 'token' };
  const { status, text } = await scene.call('POST', {
    body: { route: 'update-partner-webhook-endpoint', ...given },
    bearer: scene.other.apiKey,
  });
  if (status !== 202) throw new Error(text);
  const well = await recordDelivery(stage, 'event', delivered);
  const turn = await recordTurn(stage);
  const moved = await recordUnsent(stage, 'event');
  let held: RecordedOperation = [];
  const slow = await recordDelivery(stage, 'slow', unanswered, async () => {
    held = await recordUnsent(stage, 'slow');
  });
  return {
    'delivery, before the exchange': well.before,
    'delivery, after an answer': well.after,
    'delivery, after a second of silence': turn.told,
    'delivery, handed over': turn.after,
    'delivery, to the slow queue': moved,
    'delivery, before a slow exchange': slow.before,
    'delivery, after no answer': slow.after,
    'delivery, put aside': held,
  };
};
