import type { EventEnvelope } from '../../domain/event.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { isDelivered, type AttemptOutcome } from '../../domain/webhook/retry.ts';
import { embedded } from '../../kernel/metrics.ts';
import type { OutboxEvent } from '../../store/webhooks/outbox-events.ts';
import type { DeliveryDeps } from './delivery-deps.ts';

type Sink = Pick<DeliveryDeps, 'log'>;

const nameOf = ({ id, requestId, partnerId, customerId }: OutboxEvent) => ({
  request_id: requestId,
  event_id: id,
  partner_id: partnerId,
  customer_id: customerId,
});

/** Logs one exchange with an endpoint. @param now when it ended */
export const logAttempt = (
  { log }: Sink,
  event: OutboxEvent,
  content: EventEnvelope,
  outcome: AttemptOutcome,
  milliseconds: Milliseconds,
  now: Milliseconds,
): void => {
  const ended = isDelivered(outcome)
    ? { attempts_delivered: 1, event_age_milliseconds: Math.max(0, now - Date.parse(content.timestamp)) }
    : { attempts_failed: 1 };
  log.info('attempt', {
    ...nameOf(event),
    attempt: event.attempts + 1,
    status: outcome.kind === 'response' ? outcome.status : null,
    ...embedded(now, { attempt_milliseconds: milliseconds, ...ended }),
  });
};

/** Logs an event whose last attempt failed. */
export const logGivenUp = ({ log }: Sink, event: OutboxEvent, now: Milliseconds): void => {
  log.warn('an event was given up', { ...nameOf(event), ...embedded(now, { events_given_up: 1 }) });
};

/** Logs an event whose worker failed. Another worker takes it when the lease has expired. */
export const logInterrupted = ({ log }: Sink, event: OutboxEvent, error: unknown): void => {
  log.error('the delivery of an event was interrupted', { ...nameOf(event), error });
};

/** Logs events that were parked for their endpoint. */
export const logParked = ({ log }: Sink, partnerId: string, count: number, now: Milliseconds): void => {
  log.info('events were parked', { partner_id: partnerId, ...embedded(now, { events_parked: count }) });
};

/** Logs an event whose exchange had no response within the time limit of fast endpoints. */
export const logHandedOver = (
  { log }: Sink,
  event: OutboxEvent,
  milliseconds: Milliseconds,
  now: Milliseconds,
): void => {
  log.info('an event was handed over to the slow queue', {
    ...nameOf(event),
    milliseconds,
    ...embedded(now, { events_slowed: 1 }),
  });
};

/** Logs events of a slow endpoint. */
export const logMoved = ({ log }: Sink, partnerId: string, count: number, now: Milliseconds): void => {
  log.info('events were moved to the slow queue', {
    partner_id: partnerId,
    ...embedded(now, { events_slowed: count }),
  });
};
