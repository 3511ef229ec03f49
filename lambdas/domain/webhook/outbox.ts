import type { Milliseconds } from '../time.ts';
import { nextHealthCheck, type EndpointHealth, type HealthPolicy } from './endpoint-health.ts';
import { isUnresponsive, type Pace } from './pace.ts';

/** The health and pace of a partner's endpoint, and until when its parked events are watched. */
export interface Outbox {
  readonly health: EndpointHealth;
  readonly pace: Pace;
  /** Until then workers may park events for the endpoint, so the keeper checks again even when it finds none. */
  readonly watchUntil: Milliseconds;
}

/** How often the keeper checks for parked events while more may come. */
const checkGap: Milliseconds = 2_000;
/** How often it checks when the endpoint is unresponsive: each check costs an exchange with the full timeout. */
const unresponsiveGap: Milliseconds = 30_000;

const earliest = (times: readonly (Milliseconds | null)[]): Milliseconds | null =>
  times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);

/** The partner's parked and undelivered events. */
export interface Backlog {
  readonly hasParked: boolean;
  /** When the oldest undelivered event expires; null when there is none. */
  readonly expiry: Milliseconds | null;
}

/** When the keeper has to check again; null: not until another change makes it due. */
export const nextCheck = (
  { health, pace, watchUntil }: Outbox,
  backlog: Backlog,
  now: Milliseconds,
  policy: HealthPolicy,
): Milliseconds | null => {
  // A paused endpoint gets nothing before its probe, however many events wait.
  const waits = health.state !== 'paused' && (backlog.hasParked || watchUntil > now);
  const gap = isUnresponsive(pace, now) ? unresponsiveGap : checkGap;
  return earliest([waits ? now + gap : null, nextHealthCheck(health, policy), backlog.expiry]);
};
