import type { DueHint } from '../../kernel/due.ts';
import { admit, healthPolicy, type Admission } from '../../domain/webhook/endpoint-health.ts';
import { mayStart, type EventQueue } from '../../domain/webhook/pace.ts';
import type { HintOutcome } from '../../runtime/hint-worker.ts';
import { workKeyOfKind } from '../../store/table/keys.ts';
import type { Taken } from '../../store/webhooks/event-end.ts';
import type { OutboxRecord } from '../../store/webhooks/outbox.ts';
import type { Refusal } from '../../store/webhooks/refusal.ts';
import { readWebhookTarget, type WebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import { byCustomer } from './by-customer.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { lastExchangeOf } from './deliver-event.ts';
import { parkEvents } from './park-events.ts';
import { endUndelivered } from './end-undelivered.ts';
import { lastAnswerOf } from './endpoint-run.ts';
import { batchTime, moveEvents, sendEvents, succeeded } from './send-events.ts';
import { takeDue } from './take-event.ts';
import { openTarget, type SendableTarget } from './target.ts';

const endAllUndelivered = async (
  deps: DeliveryDeps,
  outbox: OutboxRecord,
  refusal: Refusal,
  hints: readonly DueHint[],
): Promise<readonly HintOutcome[]> => {
  const until = Math.min(deps.clock() + batchTime, lastExchangeOf(deps.deadline));
  const taken: Taken[] = [];
  const outcomes = await byCustomer(hints, async (hint) => {
    const one = await takeDue(deps, hint);
    if (one !== null) taken.push(one);
  });
  await endUndelivered(deps, outbox, refusal, taken, until);
  return outcomes;
};

const sendAll = async (
  deps: DeliveryDeps,
  target: SendableTarget,
  hints: readonly DueHint[],
  queue: EventQueue,
): Promise<readonly HintOutcome[]> => {
  const { endpoint, outbox } = target;
  const { partnerId, pace } = outbox;
  const answeredHere = lastAnswerOf(deps, endpoint);
  const start = mayStart({ pace, queue, answeredHere, slots: deps.slots }, deps.clock());
  if (start.kind === 'move') return moveEvents(deps, partnerId, hints);
  return sendEvents(deps, await openTarget(deps, target), hints, start);
};

const admissionOf = (deps: DeliveryDeps, { health }: OutboxRecord): Admission =>
  admit(health, deps.clock(), healthPolicy(deps.divisor));

/**
 * The partner's target. An eventually consistent read is enough to send: an exchange that began before a change of the endpoint
 * does not know of it either, and what it finds holds for the endpoint that it was with. Before events end or wait, the target is
 * read again with strong consistency.
 */
const targetFor = async (deps: DeliveryDeps, partnerId: string): Promise<WebhookTarget> => {
  const recent = await readWebhookTarget(deps.table, partnerId, false);
  const sends = recent.endpoint !== null && admissionOf(deps, recent.outbox).kind === 'send';
  return sends ? recent : readWebhookTarget(deps.table, partnerId);
};

const deliverPartner = async (
  deps: DeliveryDeps,
  partnerId: string,
  hints: readonly DueHint[],
  queue: EventQueue,
): Promise<readonly HintOutcome[]> => {
  const target = await targetFor(deps, partnerId);
  const { endpoint, outbox } = target;
  if (endpoint === null) return endAllUndelivered(deps, outbox, { kind: 'absent' }, hints);
  const admission = admissionOf(deps, outbox);
  switch (admission.kind) {
    case 'refuse':
      return endAllUndelivered(deps, outbox, { kind: 'disabled', since: admission.since }, hints);
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
