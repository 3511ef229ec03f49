import type { DueHint } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { HealthOutcome } from '../domain/webhook/endpoint-health.ts';
import { pingBody } from '../domain/webhook/ping.ts';
import { postSigned, type Destination } from '../outbound/signed-post.ts';
import { readAside } from '../store/webhooks/aside.ts';
import { expireKept, keptTime } from '../store/webhooks/event-resend.ts';
import type { OutboxRecord } from '../store/webhooks/outbox.ts';
import type { WebhookEndpoint } from '../store/webhooks/webhook-endpoints.ts';
import { deliverEvent, healthOutcomeOf } from '../webhook-delivery/deliver-event.ts';
import type { DeliveryDeps } from '../webhook-delivery/delivery-deps.ts';
import { recordOutcomes } from '../webhook-delivery/endpoint-outcomes.ts';
import { keepEvent } from '../webhook-delivery/keep-event.ts';

/** What the keeper does with the events of one partner, a page at a time. */

/** Whether there is more to do at once. */
export type Step = 'more' | 'rest';

/** Where the keeper sends to. */
export interface Target {
  readonly endpoint: WebhookEndpoint;
  readonly outbox: OutboxRecord;
  readonly destination: Destination;
}

const pageSize = 100;
/** Exchanges of one keeper at once, beside those of the lanes. */
const concurrency = 10;

/** Runs over all items, a few at a time. */
const eachOf = async <T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> => {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
};

const heldPage = async (deps: DeliveryDeps, partnerId: string, limit = pageSize): Promise<readonly DueHint[]> => {
  const { events } = await readAside(deps.table, 'held', partnerId, { until: deps.clock(), limit });
  return events.map(({ hint }) => hint);
};

/** Sends the oldest events aside; of a customer's, the first takes those behind it along. */
export const sendHeld = async (deps: DeliveryDeps, target: Target, until: Milliseconds): Promise<Step> => {
  const { endpoint, outbox, destination } = target;
  const hints = await heldPage(deps, outbox.partnerId);
  const outcomes: HealthOutcome[] = [];
  const customers = Array.from(Map.groupBy(hints, (hint) => hint.pk).values());
  await eachOf(customers, async (own) => {
    for (const hint of own.toSorted((left, right) => (left.sk < right.sk ? -1 : 1))) {
      if (deps.clock() >= until) return;
      outcomes.push(...(await deliverEvent(deps, hint, destination, 'attempt', until)));
    }
  });
  await recordOutcomes(deps, endpoint.id, outbox, outcomes);
  // A page of which nothing was due shows what the index has yet to forget.
  return outcomes.length > 0 ? 'more' : 'rest';
};

/** Sends one thing to a paused endpoint: the oldest event that waits for it, or else a ping. */
export const probe = async (deps: DeliveryDeps, target: Target, until: Milliseconds): Promise<Step> => {
  const { endpoint, outbox, destination } = target;
  for (const hint of await heldPage(deps, outbox.partnerId, concurrency)) {
    const outcomes = await deliverEvent(deps, hint, destination, 'probe', until);
    if (outcomes.length === 0) continue;
    await recordOutcomes(deps, endpoint.id, outbox, outcomes);
    return 'more';
  }
  const now = deps.clock();
  const id = deps.newId(now);
  const result = await postSigned(
    deps.outbound,
    destination,
    id,
    pingBody(id, outbox.partnerId, deps.environment, now),
    now,
  );
  await recordOutcomes(deps, endpoint.id, outbox, [healthOutcomeOf(result)]);
  return 'more';
};

/** Ends events that no endpoint can take. */
export const keepHeld = async (deps: DeliveryDeps, partnerId: string, until: Milliseconds): Promise<Step> => {
  let kept = 0;
  await eachOf(await heldPage(deps, partnerId), async (hint) => {
    if (deps.clock() < until && (await keepEvent(deps, hint, until))) kept += 1;
  });
  return kept > 0 ? 'more' : 'rest';
};

/** Forgets what was kept for its time, a page at each look. */
export const forgetExpired = async (deps: DeliveryDeps, partnerId: string): Promise<void> => {
  const before = deps.clock() - keptTime;
  const { events } = await readAside(deps.table, 'kept', partnerId, { until: before, limit: pageSize });
  await eachOf(events, ({ hint }) => expireKept(deps.table, partnerId, hint, before));
};
