import {
  afterAttempt,
  healthPolicy,
  healthy,
  type EndpointHealth,
} from '../../../lambdas/domain/webhook/endpoint-health.ts';
import { afterExchange, afterNoAnswer, fast, type Pace, type Timed } from '../../../lambdas/domain/webhook/pace.ts';

/** The state of a partner's endpoint, as in its outbox. */
export interface Endpoint {
  health: EndpointHealth;
  pace: Pace;
  /** The concurrency slots that are taken. */
  slots: number;
}

/** The outboxes of all partners. The planners of lambdas/domain/webhook change them. */
export class Endpoints {
  readonly policy = healthPolicy(1);
  readonly #endpoints = new Map<number, Endpoint>();

  of(partner: number): Endpoint {
    const known = this.#endpoints.get(partner);
    if (known !== undefined) return known;
    const made: Endpoint = { health: healthy, pace: fast, slots: 0 };
    this.#endpoints.set(partner, made);
    return made;
  }

  /** A running exchange has had no answer for a second. @returns whether the endpoint was fast before */
  silent(endpoint: Endpoint): boolean {
    const pace = afterNoAnswer(endpoint.pace);
    const isNewer = pace !== endpoint.pace;
    endpoint.pace = pace;
    return isNewer;
  }

  /** @param isAttempt whether it counts as an attempt; false when the event is handed over */
  ended(endpoint: Endpoint, exchange: Timed, isAttempt: boolean, now: number): void {
    endpoint.pace = afterExchange(endpoint.pace, exchange, now);
    if (!isAttempt) return;
    const outcome = exchange.answered ? 'delivered' : 'failed';
    endpoint.health = afterAttempt(endpoint.health, outcome, now, this.policy).health;
  }
}
