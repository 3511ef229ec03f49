import {
  afterAttempt,
  afterTime,
  healthPolicy,
  lookAgainAt,
  type HealthChange,
  type HealthOutcome,
} from '../domain/webhook/endpoint-health.ts';
import { notificationsOf } from '../domain/webhook/endpoint-notifications.ts';
import { changeOutbox, dueBy, type OutboxChange, type OutboxRecord } from '../store/webhooks/outbox.ts';
import type { DeliveryDeps } from './delivery-deps.ts';

/** The outbox after a change of its endpoint's health; null when nothing changed. */
const applied = (
  deps: DeliveryDeps,
  endpointId: string,
  record: OutboxRecord,
  { health, effects }: HealthChange,
): OutboxChange | null => {
  if (health === record.health) return null;
  const now = deps.clock();
  const next = { ...record, health };
  const isDisabled = health.state === 'disabled';
  const look = effects.includes('drain') || isDisabled ? now : lookAgainAt(health, healthPolicy(deps.divisor));
  return {
    record: dueBy(next, look),
    clauses: deps.notifications(record.partnerId, notificationsOf(endpointId, health, effects), now),
  };
};

const folded = (deps: DeliveryDeps, record: OutboxRecord, outcomes: readonly HealthOutcome[]): HealthChange => {
  const policy = healthPolicy(deps.divisor);
  return outcomes.reduce<HealthChange>(
    (change, outcome) => {
      const { health, effects } = afterAttempt(change.health, outcome, deps.clock(), policy);
      return { health, effects: [...change.effects, ...effects] };
    },
    { health: record.health, effects: [] },
  );
};

/** Keeps what attempts said of the endpoint. A healthy endpoint that goes on delivering costs nothing. */
export const recordOutcomes = async (
  deps: DeliveryDeps,
  endpointId: string,
  known: OutboxRecord,
  outcomes: readonly HealthOutcome[],
): Promise<void> => {
  const isNewer = known.health.state !== 'healthy' || outcomes.some((outcome) => outcome !== 'delivered');
  if (outcomes.length === 0 || !isNewer) return;
  await changeOutbox(deps.table, deps.retryPolicy, known.partnerId, (record) =>
    applied(deps, endpointId, record, folded(deps, record, outcomes)),
  );
};

/** The warning that is due though no attempt was made. */
export const warnInTime = async (deps: DeliveryDeps, endpointId: string, known: OutboxRecord): Promise<void> => {
  const policy = healthPolicy(deps.divisor);
  const isDue = (record: OutboxRecord): HealthChange => afterTime(record.health, deps.clock(), policy);
  if (isDue(known).health === known.health) return;
  await changeOutbox(deps.table, deps.retryPolicy, known.partnerId, (record) =>
    applied(deps, endpointId, record, isDue(record)),
  );
};
