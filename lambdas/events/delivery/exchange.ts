import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { answerText } from '../../domain/webhook/answer-text.ts';
import type { EndpointError } from '../../domain/webhook/endpoint-error.ts';
import type { HealthOutcome } from '../../domain/webhook/endpoint-health.ts';
import type { Timed } from '../../domain/webhook/pace.ts';
import { isDelivered, isGone, type AttemptOutcome } from '../../domain/webhook/retry.ts';
import type { OutboundResult } from '../../outbound/client.ts';
import type { EventAttempt } from '../../store/webhooks/event-attempt.ts';

/** One request to an endpoint, with its outcome. */
export interface Exchange extends Timed {
  readonly result: OutboundResult;
  /** Null when the event was handed over to the slow queue. The exchange is not counted as an attempt. */
  readonly outcome: HealthOutcome | null;
  /** When it ended. */
  readonly at: Milliseconds;
}

/** The error of an exchange; null when it delivered, or was handed over. */
export const endpointErrorOf = ({ result, outcome, at }: Exchange): EndpointError | null => {
  if (outcome === null || outcome === 'delivered') return null;
  return result.kind === 'response'
    ? { at, status: result.status, error: null }
    : { at, status: null, error: result.error };
};

export const attemptOutcomeOf = (result: OutboundResult): AttemptOutcome => {
  if (result.kind === 'failed') return { kind: 'failed' };
  return { kind: 'response', status: result.status, retryAfter: result.headers['retry-after'] };
};

const healthOutcomeOf = (result: OutboundResult): HealthOutcome => {
  const outcome = attemptOutcomeOf(result);
  if (isDelivered(outcome)) return 'delivered';
  return isGone(outcome) ? 'gone' : 'failed';
};

const answerOf = ({ result, outcome }: Exchange): string | undefined =>
  result.kind === 'response' && outcome !== 'delivered' ? answerText(result.body) : undefined;

/** The record of an exchange. @param at when it began @param keepsAnswer whether the answer of a failed attempt may be stored */
export const attemptOf = (exchange: Exchange, at: Milliseconds, probe: boolean, keepsAnswer: boolean): EventAttempt => {
  const { result, outcome, milliseconds } = exchange;
  const why = result.kind === 'failed' ? result.error : null;
  const answer = keepsAnswer ? answerOf(exchange) : undefined;
  return {
    at: isoOf(at),
    status: result.kind === 'response' ? result.status : null,
    milliseconds,
    error: outcome === null ? 'handed_over' : why,
    probe,
    ...(answer !== undefined && { answer }),
  };
};

/** @param handsOver whether an exchange that timed out is repeated by the slow queue */
export const exchangeOf = (result: OutboundResult, handsOver: boolean, at: Milliseconds): Exchange => {
  const isHandedOver = handsOver && result.kind === 'failed' && result.error === 'timeout';
  return {
    result,
    milliseconds: result.milliseconds,
    answered: result.kind === 'response',
    outcome: isHandedOver ? null : healthOutcomeOf(result),
    at,
  };
};
