import type { DueHint } from '../domain/due.ts';
import { admit, healthPolicy, type Admission } from '../domain/webhook/endpoint-health.ts';
import { mayStart, type EventQueue } from '../domain/webhook/pace.ts';
import type { HintOutcome } from '../runtime/hint-worker.ts';
import { workKeyOfKind } from '../store/table/keys.ts';
import { undeliveredLifetime } from '../store/webhooks/event-resend.ts';
import { readWebhookTarget, type WebhookEndpoint, type WebhookTarget } from '../store/webhooks/webhook-endpoints.ts';
import { changeOutbox, dueBy } from '../store/webhooks/outbox.ts';
import { byCustomer } from './by-customer.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { lastExchangeOf } from './deliver-event.ts';
import { destinationOf } from './destination.ts';
import { parkEvents } from './park-events.ts';
import { endUndelivered } from './end-undelivered.ts';
import { batchTime, moveEvents, sendEvents, succeeded } from './send-events.ts';

const endAllUndelivered = async (
  deps: DeliveryDeps,
  { outbox }: WebhookTarget,
  hints: readonly DueHint[],
): Promise<readonly HintOutcome[]> => {
  const until = Math.min(deps.clock() + batchTime, lastExchangeOf(deps.deadline));
  const outcomes = await byCustomer(hints, async (hint) => {
    await endUndelivered(deps, hint, until);
  });
  if (outbox.dueAt === null) {
    await changeOutbox(deps.table, deps.retryPolicy, outbox.partnerId, (record) => ({
      record: dueBy(record, deps.clock() + undeliveredLifetime),
      clauses: [],
    }));
  }
  return outcomes;
};

const sendAll = async (
  deps: DeliveryDeps,
  { endpoint, secrets, outbox }: WebhookTarget & { readonly endpoint: WebhookEndpoint },
  hints: readonly DueHint[],
  queue: EventQueue,
): Promise<readonly HintOutcome[]> => {
  const now = deps.clock();
  const { partnerId, pace } = outbox;
  const answeredHere = deps.answers.get(partnerId) ?? null;
  const start = mayStart({ pace, queue, answeredHere, slots: deps.slots }, now);
  if (start.kind === 'move') return moveEvents(deps, partnerId, hints);
  const destination = await destinationOf(deps.vault, partnerId, endpoint, secrets, now);
  return sendEvents(deps, { endpoint, outbox, destination }, hints, start);
};

const admissionOf = (deps: DeliveryDeps, { endpoint, outbox }: WebhookTarget): Admission =>
  endpoint === null ? { kind: 'refuse' } : admit(outbox.health, deps.clock(), healthPolicy(deps.divisor));

/**
 * The partner's target. An eventually consistent read is enough to send: an exchange that began before a change of the endpoint
 * does not know of it either. Before events end or wait, the target is read again with strong consistency.
 */
const targetFor = async (deps: DeliveryDeps, partnerId: string): Promise<WebhookTarget> => {
  const recent = await readWebhookTarget(deps.table, partnerId, false);
  return admissionOf(deps, recent).kind === 'send' ? recent : readWebhookTarget(deps.table, partnerId);
};

const deliverPartner = async (
  deps: DeliveryDeps,
  partnerId: string,
  hints: readonly DueHint[],
  queue: EventQueue,
): Promise<readonly HintOutcome[]> => {
  const target = await targetFor(deps, partnerId);
  const { endpoint, outbox } = target;
  if (endpoint === null) return endAllUndelivered(deps, target, hints);
  const admission = admissionOf(deps, target);
  switch (admission.kind) {
    case 'refuse':
      return endAllUndelivered(deps, target, hints);
    // Only the outbox keeper sends probes, one at a time.
    case 'probe':
    case 'wait':
      await parkEvents(deps, outbox, hints);
      return succeeded(hints);
    case 'send':
      return sendAll(deps, { ...target, endpoint }, hints, queue);
  }
};

/** Delivers the events of a batch. A failure for one partner does not affect the others. @param queue the queue of the batch */
export const deliverBatch = async (
  deps: DeliveryDeps,
  hints: readonly DueHint[],
  queue: EventQueue,
): Promise<readonly HintOutcome[]> => {
  const partners = Map.groupBy(hints, (hint) => workKeyOfKind('event', hint).partnerId);
  const outcomes = await Promise.all(
    Array.from(partners, async ([partnerId, own]) => {
      try {
        return await deliverPartner(deps, partnerId, own, queue);
      } catch (error) {
        return own.map((hint): HintOutcome => ({ hint, error }));
      }
    }),
  );
  return outcomes.flat();
};
