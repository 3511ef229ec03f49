import type { Milliseconds } from '../../kernel/time.ts';
import { laterError, type EndpointError } from '../../domain/webhook/endpoint-error.ts';
import {
  afterAttempt,
  afterTime,
  healthPolicy,
  nextHealthCheck,
  outageSince,
  type EndpointHealth,
  type HealthChange,
  type HealthPolicy,
} from '../../domain/webhook/endpoint-health.ts';
import { notificationsOf } from '../../domain/webhook/endpoint-notifications.ts';
import { workerTime } from '../../domain/webhook/outbox.ts';
import { afterExchange, isUnresponsive, type Pace } from '../../domain/webhook/pace.ts';
import { changeOutboxOf } from '../../store/webhooks/endpoint-outbox.ts';
import { dueBy, type OutboxChange, type OutboxRecord } from '../../store/webhooks/outbox.ts';
import type { WebhookEndpoint } from '../../store/webhooks/webhook-endpoints.ts';
import type { DeliveryDeps } from './delivery-deps.ts';
import type { EndpointRun } from './endpoint-run.ts';
import { endpointErrorOf, type Exchange } from './exchange.ts';

/** The next health, pace and last error of an endpoint, with the effects of the change. */
interface Change extends HealthChange {
  readonly pace: Pace;
  readonly lastError: EndpointError | null;
}

const isUnchanged = ({ health, pace, lastError }: Change, record: OutboxRecord): boolean =>
  health === record.health && pace === record.pace && lastError === record.lastError;

/** Whether an unresponsive endpoint has answered, so that its parked events can be sent. */
const becomesResponsive = (before: Pace, after: Pace, now: Milliseconds): boolean =>
  isUnresponsive(before, now) && !isUnresponsive(after, now);

const nextCheckAt = (
  deps: DeliveryDeps,
  record: OutboxRecord,
  { health, pace, effects }: Change,
  now: Milliseconds,
): Milliseconds | null => {
  const isNow = effects.includes('drain') || health.state === 'disabled' || becomesResponsive(record.pace, pace, now);
  return isNow ? now : nextHealthCheck(health, healthPolicy(deps.divisor));
};

/** The outbox after a change of its endpoint; null when nothing changed. */
const applied = (
  deps: DeliveryDeps,
  { id: endpointId }: WebhookEndpoint,
  record: OutboxRecord,
  change: Change,
): OutboxChange | null => {
  const { health, pace, effects, lastError } = change;
  if (isUnchanged(change, record)) return null;
  const now = deps.clock();
  // The index may not show yet what was parked before. The keeper, which may find nothing now, checks again.
  const watchUntil = health.state === 'disabled' ? Math.max(record.watchUntil, now + workerTime) : record.watchUntil;
  return {
    record: dueBy(
      { ...record, health, pace, watchUntil, lastError, outageSince: outageSince(health) ?? record.outageSince },
      nextCheckAt(deps, record, change, now),
    ),
    clauses: deps.notifications(record.partnerId, notificationsOf(endpointId, health, effects), now),
  };
};

const afterOutcome = (
  health: EndpointHealth,
  { outcome }: Exchange,
  now: Milliseconds,
  policy: HealthPolicy,
): HealthChange => (outcome === null ? { health, effects: [] } : afterAttempt(health, outcome, now, policy));

/** Exchanges that were under way when the endpoint was disabled change nothing of it. */
const isDisabled = ({ health }: Change): boolean => health.state === 'disabled';

const folded = (deps: DeliveryDeps, record: OutboxRecord, exchanges: readonly Exchange[]): Change => {
  const policy = healthPolicy(deps.divisor);
  const now = deps.clock();
  return exchanges.reduce<Change>(
    (change, exchange) => {
      const { health, effects } = afterOutcome(change.health, exchange, now, policy);
      return {
        health,
        pace: afterExchange(change.pace, exchange, now),
        lastError: isDisabled(change) ? change.lastError : laterError(change.lastError, endpointErrorOf(exchange)),
        effects: [...change.effects, ...effects],
      };
    },
    { health: record.health, pace: record.pace, lastError: record.lastError, effects: [] },
  );
};

/**
 * Records what the exchanges of a run show about its endpoint, unless the partner has set another one since. Nothing is written
 * for an endpoint that is healthy and fast and stays so.
 */
export const recordOutcomes = async (
  deps: DeliveryDeps,
  { target: { endpoint, outbox: known }, exchanges }: EndpointRun,
): Promise<void> => {
  if (isUnchanged(folded(deps, known, exchanges), known)) return;
  await changeOutboxOf(deps.table, deps.retryPolicy, known.partnerId, endpoint, (record) =>
    applied(deps, endpoint, record, folded(deps, record, exchanges)),
  );
};

/** Sends the warning that is due by time, without an attempt. */
export const warnInTime = async (deps: DeliveryDeps, endpoint: WebhookEndpoint, known: OutboxRecord): Promise<void> => {
  const policy = healthPolicy(deps.divisor);
  const isDue = (record: OutboxRecord): Change => ({
    ...afterTime(record.health, deps.clock(), policy),
    pace: record.pace,
    lastError: record.lastError,
  });
  if (isDue(known).health === known.health) return;
  await changeOutboxOf(deps.table, deps.retryPolicy, known.partnerId, endpoint, (record) =>
    applied(deps, endpoint, record, isDue(record)),
  );
};
