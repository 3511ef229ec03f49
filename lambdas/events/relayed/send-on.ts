import { admit, healthPolicy } from '../../domain/webhook/endpoint-health.ts';
import { handOverAfter, mayStart } from '../../domain/webhook/pace.ts';
import { decideAfter } from '../../domain/webhook/retry.ts';
import { callbackBody, callbackEnvelope, type RelayedCallback } from '../../domain/relayed-callback.ts';
import { mapLimited } from '../../kernel/map-limited.ts';
import { embedded } from '../../kernel/metrics.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { postSigned } from '../../outbound/signed-post.ts';
import { storeCallback } from '../../store/webhooks/callback-events.ts';
import type { EventAttempt } from '../../store/webhooks/event-attempt.ts';
import { readWebhookTarget, type WebhookTarget } from '../../store/webhooks/webhook-endpoints.ts';
import { lastExchangeOf } from '../delivery/deliver-event.ts';
import type { DeliveryDeps } from '../delivery/delivery-deps.ts';
import { openEndpointRun, type EndpointRun } from '../delivery/endpoint-run.ts';
import { recordOutcomes } from '../delivery/endpoint-outcomes.ts';
import { attemptOf, attemptOutcomeOf, type Exchange } from '../delivery/exchange.ts';
import { openTarget, type SendableTarget } from '../delivery/target.ts';
import type { FindLine, LineOfNumber } from './line-of-number.ts';
import { reportStatuses } from './report-statuses.ts';

export interface CallbackRelayDeps extends DeliveryDeps {
  readonly findLine: FindLine;
}

/** A callback with the line of its number. */
interface Routed {
  readonly relayed: RelayedCallback;
  readonly line: LineOfNumber;
}

/** Concurrent exchanges with one endpoint. */
const concurrency = 8;

/** Stores a callback for the workers that deliver events. */
const store = (
  deps: CallbackRelayDeps,
  { relayed, line: { partnerId, subject } }: Routed,
  attempt: EventAttempt | null,
  dueAt: Milliseconds,
): Promise<void> => storeCallback(deps.table, { partnerId, subject, relayed, attempt, dueAt }, deps.clock());

const nextAttempt = (deps: CallbackRelayDeps, { result }: Exchange): Milliseconds => {
  const now = deps.clock();
  const outcome = attemptOutcomeOf(result);
  const { divisor, random } = deps;
  const decision = decideAfter({ number: 1, outcome, now, random: random(), divisor, until: null });
  return decision.kind === 'again' ? decision.at : now;
};

const logSent = (
  deps: CallbackRelayDeps,
  id: string,
  partnerId: string,
  { result, outcome, milliseconds }: Exchange,
): void => {
  const counted = outcome === 'delivered' ? { attempts_delivered: 1 } : { attempts_failed: 1 };
  deps.log.info('callback sent on', {
    event_id: id,
    partner_id: partnerId,
    status: result.kind === 'response' ? result.status : null,
    ...embedded(deps.clock(), { attempt_milliseconds: milliseconds, ...counted }),
  });
};

/** Posts a callback, and stores it when the endpoint does not take it. */
const sendOn = async (deps: CallbackRelayDeps, routed: Routed, endpointRun: EndpointRun): Promise<void> => {
  if (!endpointRun.mayContinue()) return store(deps, routed, null, deps.clock());
  const { relayed, line } = routed;
  const { partnerId, subject } = line;
  const at = deps.clock();
  const envelope = callbackEnvelope(relayed, partnerId);
  const { field, callback } = relayed;
  const text = callbackBody(envelope, { field, callback, subject }, deps.environment);
  const message = { id: envelope.id, requestId: envelope.id, text, limit: endpointRun.handOverAfter };
  const exchange = await endpointRun.watch(() =>
    postSigned(deps.outbound, endpointRun.target.destination, message, at),
  );
  logSent(deps, envelope.id, partnerId, exchange);
  if (exchange.outcome === 'delivered') return;
  await store(deps, routed, attemptOf(exchange, at, false, false), nextAttempt(deps, exchange));
};

const sendAll = async (deps: CallbackRelayDeps, target: SendableTarget, routed: readonly Routed[]): Promise<void> => {
  const endpointRun = openEndpointRun(deps, {
    target: await openTarget(deps, target),
    mode: 'attempt',
    handOverAfter,
    stopsWhenUnanswered: false,
    until: lastExchangeOf(deps.deadline),
  });
  await mapLimited(routed, concurrency, (one) => sendOn(deps, one, endpointRun));
  await endpointRun.slowRecorded();
  await recordOutcomes(deps, endpointRun);
};

/** Whether callbacks go to the endpoint at once. A paused or slow endpoint gets them as events. */
const takesAtOnce = (deps: CallbackRelayDeps, { outbox: { health, pace } }: WebhookTarget): boolean => {
  const now = deps.clock();
  const start = mayStart({ pace, queue: 'event', answeredHere: null, slots: deps.slots }, now);
  return start.kind === 'send' && admit(health, now, healthPolicy(deps.divisor)).kind === 'send';
};

const sendPartner = async (deps: CallbackRelayDeps, partnerId: string, routed: readonly Routed[]): Promise<void> => {
  const target = await readWebhookTarget(deps.table, partnerId, false);
  const { endpoint } = target;
  const fields = endpoint?.relay?.fields;
  // Without a relay, the callbacks of the partner come here by no wish of its own.
  if (endpoint === null || fields === undefined) return;
  const wanted = routed.filter(({ relayed }) => fields.includes(relayed.field));
  if (takesAtOnce(deps, target)) return sendAll(deps, { ...target, endpoint }, wanted);
  await mapLimited(wanted, concurrency, (one) => store(deps, one, null, deps.clock()));
};

/** Sends the callbacks of a number on, and records the statuses among them. @throws the first error; all may be repeated */
const relayPartner = async (deps: CallbackRelayDeps, partnerId: string, routed: readonly Routed[]): Promise<void> => {
  await Promise.all([
    mapLimited(routed, concurrency, ({ line, relayed }) => reportStatuses(deps, line, relayed)),
    sendPartner(deps, partnerId, routed),
  ]);
};

/**
 * Sends callbacks of the platform on to the endpoints of their partners. A callback that fails is repeated with its message, under the
 * same id. A failure for one partner does not affect the others.
 * @returns the callbacks that failed
 */
export const relayCallbacks = async (
  deps: CallbackRelayDeps,
  callbacks: readonly RelayedCallback[],
): Promise<ReadonlySet<RelayedCallback>> => {
  const failed = new Set<RelayedCallback>();
  const routed: Routed[] = [];
  const unknown: RelayedCallback[] = [];
  const attempt = async (some: readonly RelayedCallback[], run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      deps.log.error('callbacks could not be sent on', { callbacks: some.length, error });
      for (const one of some) failed.add(one);
    }
  };
  const route = async (relayed: RelayedCallback): Promise<void> => {
    const line = await deps.findLine(relayed.phoneNumberId);
    if (line === null) unknown.push(relayed);
    else routed.push({ relayed, line });
  };
  await Promise.all(callbacks.map((relayed) => attempt([relayed], () => route(relayed))));
  if (unknown.length > 0) deps.log.warn('callbacks are of numbers that no line has', { callbacks: unknown.length });
  const partners = Map.groupBy(routed, ({ line }) => line.partnerId);
  await Promise.all(
    Array.from(partners, ([partnerId, own]) =>
      attempt(
        own.map(({ relayed }) => relayed),
        () => relayPartner(deps, partnerId, own),
      ),
    ),
  );
  return failed;
};
