import type { DueHint } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import { admit, healthPolicy, type HealthOutcome } from '../domain/webhook/endpoint-health.ts';
import type { HintOutcome } from '../runtime/hint-worker.ts';
import type { Destination } from '../outbound/signed-post.ts';
import { workKeyOfKind } from '../store/table/keys.ts';
import { keptTime } from '../store/webhooks/event-resend.ts';
import { leaveLane, takeLane } from '../store/webhooks/outbox-lanes.ts';
import { readWebhookTarget, type WebhookTarget } from '../store/webhooks/webhook-endpoints.ts';
import { changeOutbox, dueBy } from '../store/webhooks/outbox.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import { deliverEvent, lastExchangeOf } from './deliver-event.ts';
import { destinationOf } from './destination.ts';
import { recordOutcomes } from './endpoint-outcomes.ts';
import { holdEvents } from './hold-events.ts';
import { keepEvent } from './keep-event.ts';

/** How long a batch takes on further events, at most, and how long its lanes are its own: the exchange under way included. */
const batchTime: Milliseconds = 25_000;
const laneTime: Milliseconds = 50_000;

const succeeded = (hints: readonly DueHint[]): readonly HintOutcome[] => hints.map((hint) => ({ hint, error: null }));

/** Runs the events of one customer one after another, in their order. */
const inOrder = async (
  hints: readonly DueHint[],
  run: (hint: DueHint) => Promise<void>,
): Promise<readonly HintOutcome[]> => {
  const outcomes: HintOutcome[] = [];
  for (const hint of hints.toSorted((left, right) => (left.sk < right.sk ? -1 : 1))) {
    try {
      await run(hint);
      outcomes.push({ hint, error: null });
    } catch (error) {
      outcomes.push({ hint, error });
    }
  }
  return outcomes;
};

const byCustomer = async (
  hints: readonly DueHint[],
  run: (hint: DueHint) => Promise<void>,
): Promise<readonly HintOutcome[]> => {
  const customers = Map.groupBy(hints, (hint) => hint.pk).values();
  return (await Promise.all(Array.from(customers, (own) => inOrder(own, run)))).flat();
};

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
  { endpoint, outbox }: WebhookTarget & { readonly endpoint: { readonly id: string } },
  destination: Destination,
  hints: readonly DueHint[],
): Promise<readonly HintOutcome[]> => {
  const start = deps.clock();
  const { partnerId } = outbox;
  const lane = await takeLane(deps.table, partnerId, deps.lanes, start, start + laneTime, deps.random);
  if (lane === null) {
    await holdEvents(deps, outbox, hints);
    return succeeded(hints);
  }
  const until = Math.min(start + batchTime, lastExchangeOf(deps.deadline));
  const attempts: HealthOutcome[] = [];
  const left: DueHint[] = [];
  const outcomes = await byCustomer(hints, async (hint) => {
    if (deps.clock() >= until || attempts.includes('gone')) left.push(hint);
    else attempts.push(...(await deliverEvent(deps, hint, destination, 'attempt', until)));
  });
  await Promise.all([leaveLane(deps.table, lane), recordOutcomes(deps, endpoint.id, outbox, attempts)]);
  if (left.length > 0) await holdEvents(deps, outbox, left);
  return outcomes;
};

const deliverPartner = async (
  deps: DeliveryDeps,
  partnerId: string,
  hints: readonly DueHint[],
): Promise<readonly HintOutcome[]> => {
  const now = deps.clock();
  const target = await readWebhookTarget(deps.table, partnerId);
  const { endpoint, secrets, outbox } = target;
  if (endpoint === null) return keepAll(deps, target, hints);
  const admission = admit(outbox.health, now, healthPolicy(deps.divisor));
  switch (admission.kind) {
    case 'refuse':
      return keepAll(deps, target, hints);
    // Probes are the keeper's, one at a time.
    case 'probe':
    case 'wait':
      await holdEvents(deps, outbox, hints);
      return succeeded(hints);
    case 'send':
      return sendAll(
        deps,
        { ...target, endpoint },
        await destinationOf(deps.vault, partnerId, endpoint, secrets, now),
        hints,
      );
  }
};

/** Delivers what the hints of a batch name; one partner's trouble is not the others'. */
export const deliverBatch = async (deps: DeliveryDeps, hints: readonly DueHint[]): Promise<readonly HintOutcome[]> => {
  const partners = Map.groupBy(hints, (hint) => workKeyOfKind('event', hint).partnerId);
  const outcomes = await Promise.all(
    Array.from(partners, async ([partnerId, own]) => {
      try {
        return await deliverPartner(deps, partnerId, own);
      } catch (error) {
        return own.map((hint): HintOutcome => ({ hint, error }));
      }
    }),
  );
  return outcomes.flat();
};
