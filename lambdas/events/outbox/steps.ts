import type { DueHint } from '../../kernel/due.ts';
import { mapLimited } from '../../kernel/map-limited.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { undeliveredLifetime } from '../../domain/webhook/outbox.ts';
import { mayStart } from '../../domain/webhook/pace.ts';
import { pingBody } from '../../domain/webhook/ping.ts';
import { postSigned } from '../../outbound/signed-post.ts';
import { readPartnerShard, type ShardPage } from '../../store/webhooks/partner-shard.ts';
import { expireUndelivered } from '../../store/webhooks/event-resend.ts';
import type { OutboxRecord } from '../../store/webhooks/outbox.ts';
import type { Refusal } from '../../store/webhooks/refusal.ts';
import { lastAnswerOf, openEndpointRun, type EndpointRun, type DeliveryMode } from '../delivery/endpoint-run.ts';
import { deliverEvent } from '../delivery/deliver-event.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import { recordOutcomes } from '../delivery/endpoint-outcomes.ts';
import { endUndelivered } from '../delivery/end-undelivered.ts';
import { takeDue } from '../delivery/take-event.ts';
import type { Target } from '../delivery/target.ts';

/** The steps of the outbox keeper. Each processes a page of one partner's events. */

/** `more`: the next step can be done at once. */
export type Step = 'more' | 'rest';

const pageSize = 100;
/** Exchanges of one keeper at a time, in addition to those under concurrency slots. */
const concurrency = 10;

const parkedPage = async (deps: DeliveryDeps, partnerId: string, limit = pageSize): Promise<readonly DueHint[]> => {
  const { events } = await readPartnerShard(deps.table, 'parked', partnerId, { until: deps.clock(), limit });
  return events.map(({ hint }) => hint);
};

/** A keeper's exchanges have the full timeout. */
const keeperRun = (
  deps: DeliveryDeps,
  target: Target,
  mode: DeliveryMode,
  until: Milliseconds,
  stopsWhenUnanswered: boolean,
): EndpointRun => openEndpointRun(deps, { target, mode, handOverAfter: null, stopsWhenUnanswered, until });

/** Whether the endpoint gets one exchange at a time, because it is unresponsive. */
const getsOneExchange = (deps: DeliveryDeps, { endpoint, outbox: { pace } }: Target): boolean => {
  const answeredHere = lastAnswerOf(deps, endpoint);
  const start = mayStart({ pace, queue: 'slow', answeredHere, slots: deps.slots }, deps.clock());
  return pace.state === 'slow' && start.kind === 'send' && start.exchanges === 1;
};

/** Sends the oldest parked events. The first of a customer is followed by the customer's next ones. */
export const sendParked = async (deps: DeliveryDeps, target: Target, until: Milliseconds): Promise<Step> => {
  const hints = await parkedPage(deps, target.outbox.partnerId);
  const oneAtATime = getsOneExchange(deps, target);
  const endpointRun = keeperRun(deps, target, 'attempt', until, oneAtATime);
  const customers = Array.from(Map.groupBy(hints, (hint) => hint.pk).values());
  await mapLimited(customers, oneAtATime ? 1 : concurrency, async (own) => {
    for (const hint of own.toSorted((left, right) => (left.sk < right.sk ? -1 : 1))) {
      if (!endpointRun.mayContinue()) return;
      await deliverEvent(deps, hint, endpointRun);
    }
  });
  const { exchanges } = endpointRun;
  await recordOutcomes(deps, endpointRun);
  if (oneAtATime && exchanges.some(({ answered }) => !answered)) return 'rest';
  // A page without a due event is outdated: the index is eventually consistent.
  return exchanges.length > 0 ? 'more' : 'rest';
};

/** Probes a paused endpoint with its oldest parked event, or with a ping when there is none. */
export const probe = async (deps: DeliveryDeps, target: Target, until: Milliseconds): Promise<Step> => {
  const { outbox, destination } = target;
  const endpointRun = keeperRun(deps, target, 'probe', until, false);
  for (const hint of await parkedPage(deps, outbox.partnerId, concurrency)) {
    await deliverEvent(deps, hint, endpointRun);
    if (endpointRun.exchanges.length > 0) break;
  }
  if (endpointRun.exchanges.length === 0) {
    const now = deps.clock();
    const id = deps.newId(now);
    const text = pingBody(id, outbox.partnerId, deps.environment, now);
    await endpointRun.watch(() => postSigned(deps.outbound, destination, { id, text, requestId: null }, now));
  }
  await recordOutcomes(deps, endpointRun);
  return 'more';
};

/** Ends parked events as undelivered when there is no endpoint to take them. */
export const endParked = async (
  deps: DeliveryDeps,
  outbox: OutboxRecord,
  refusal: Refusal,
  until: Milliseconds,
): Promise<Step> => {
  const hints = await parkedPage(deps, outbox.partnerId);
  const claimed = await mapLimited(hints, concurrency, (hint) => takeDue(deps, hint));
  const taken = claimed.filter((one) => one !== null);
  await endUndelivered(deps, outbox, refusal, taken, until);
  return taken.length > 0 ? 'more' : 'rest';
};

/** Deletes the content of expired undelivered events, page after page. @param until when to leave the rest to the next run */
export const expireContents = async (deps: DeliveryDeps, partnerId: string, until: Milliseconds): Promise<void> => {
  const before = deps.clock() - undeliveredLifetime;
  let start: ShardPage['next'] = null;
  do {
    const range = { until: before, limit: pageSize, start };
    const page: ShardPage = await readPartnerShard(deps.table, 'undelivered', partnerId, range);
    await mapLimited(page.events, concurrency, ({ hint }) => expireUndelivered(deps.table, partnerId, hint, before));
    start = page.next;
  } while (start !== null && deps.clock() < until);
};
