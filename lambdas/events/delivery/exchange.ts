import type { HealthOutcome } from '../../domain/webhook/endpoint-health.ts';
import type { Timed } from '../../domain/webhook/pace.ts';
import { isDelivered, isGone, type AttemptOutcome } from '../../domain/webhook/retry.ts';
import type { OutboundResult } from '../../outbound/client.ts';

/** One request to an endpoint, with its outcome. */
export interface Exchange extends Timed {
  readonly result: OutboundResult;
  /** Null when the event was handed over to the slow queue. The exchange is not counted as an attempt. */
  readonly outcome: HealthOutcome | null;
}

export const attemptOutcomeOf = (result: OutboundResult): AttemptOutcome => {
  if (result.kind === 'failed') return { kind: 'failed' };
  return { kind: 'response', status: result.status, retryAfter: result.headers['retry-after'] };
};

const healthOutcomeOf = (result: OutboundResult): HealthOutcome => {
  const outcome = attemptOutcomeOf(result);
  if (isDelivered(outcome)) return 'delivered';
  return isGone(outcome) ? 'gone' : 'failed';
};

/** @param handsOver whether an exchange that timed out is repeated by the slow queue */
export const exchangeOf = (result: OutboundResult, handsOver: boolean): Exchange => {
  const isHandedOver = handsOver && result.kind === 'failed' && result.error === 'timeout';
  return {
    result,
    milliseconds: result.milliseconds,
    answered: result.kind === 'response',
    outcome: isHandedOver ? null : healthOutcomeOf(result),
  };
};
