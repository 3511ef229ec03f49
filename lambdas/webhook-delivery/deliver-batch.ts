import type { DueHint } from '../domain/due.ts';
import { admit, healthPolicy } from '../domain/webhook/endpoint-health.ts';
import { mayStart, type EventQueue } from '../domain/webhook/pace.ts';
import type { HintOutcome } from '../runtime/hint-worker.ts';
import { workKeyOfKind } from '../store/table/keys.ts';
import { keptTime } from '../store/webhooks/event-resend.ts';
import { readWebhookTarget, type WebhookEndpoint, type WebhookTarget } from '../store/webhooks/webhook-endpoints.ts';
import { changeOutbox, dueBy } from '../store/webhooks/outbox.ts';
import { byCustomer } from './by-customer.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { lastExchangeOf } from './deliver-event.ts';
import { destinationOf } from './destination.ts';
import { holdEvents } from './hold-events.ts';
import { keepEvent } from './keep-event.ts';
import { batchTime, moveEvents, sendEvents, succeeded } from './send-events.ts';

const keepAll = async (
  deps: DeliveryDeps,
  { outbox }: WebhookTarget,
  hints: readonly DueHint[],
): Promise<readonly HintOutcome[]> => {
  const until = Math.min(deps.clock() + batchTime, lastExchangeOf(deps.deadline));
  const outcomes = await byCustomer(hints, async (hint) => {
    await keepEvent(deps, hint, until);
  });
  if (outbox.dueAt === null) {
    await changeOutbox(deps.table, deps.retryPolicy, outbox.partnerId, (record) => ({
      record: dueBy(record, deps.clock() + keptTime),
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
  const start = mayStart({ pace, queue, answeredHere, lanes: deps.lanes }, now);
  if (start.kind === 'move') return moveEvents(deps, partnerId, hints);
  const destination = await destinationOf(deps.vault, partnerId, endpoint, secrets, now);
  return sendEvents(deps, { endpoint, outbox, destination }, hints, start);
};

const deliverPartner = async (
  deps: DeliveryDeps,
  partnerId: string,
  hints: readonly DueHint[],
  queue: EventQueue,
): Promise<readonly HintOutcome[]> => {
  const target = await readWebhookTarget(deps.table, partnerId);
  const { endpoint, outbox } = target;
  if (endpoint === null) return keepAll(deps, target, hints);
  const admission = admit(outbox.health, deps.clock(), healthPolicy(deps.divisor));
  switch (admission.kind) {
    case 'refuse':
      return keepAll(deps, target, hints);
    // Probes are the keeper's, one at a time.
    case 'probe':
    case 'wait':
      await holdEvents(deps, outbox, hints);
      return succeeded(hints);
    case 'send':
      return sendAll(deps, { ...target, endpoint }, hints, queue);
  }
};

/** Delivers what the hints of a batch name; one partner's trouble is not the others'. @param queue that brought the batch */
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
