import { day, type Milliseconds } from '../../kernel/time.ts';
import type { EndpointError } from './endpoint-error.ts';
import { nextHealthCheck, type EndpointHealth, type HealthPolicy } from './endpoint-health.ts';
import { isUnresponsive, type Pace } from './pace.ts';

/** The health and pace of a partner's endpoint, and until when its events are watched. */
export interface Outbox {
  /** The revision of the endpoint whose health and pace these are; 0 when it is not known. */
  readonly endpointRevision: number;
  readonly health: EndpointHealth;
  readonly pace: Pace;
  /** Until then workers may park events for the endpoint, so the keeper checks again even when it finds none. */
  readonly watchUntil: Milliseconds;
  /** Until then the content of undelivered events may be stored, so the keeper checks by then even when it finds none. */
  readonly keptUntil: Milliseconds;
  /** Of the present endpoint; null when no exchange with it has failed. */
  readonly lastError: EndpointError | null;
  /** When the latest outage began that paused or disabled an endpoint. It stays after the outage, for who sends events again. */
  readonly outageSince: Milliseconds | null;
}

/** How long an undelivered event is stored, and any event can be resent. */
export const undeliveredLifetime: Milliseconds = 30 * day;

/** Longer than a worker runs, so that no worker parks or ends an event after the time that it requested. */
export const workerTime: Milliseconds = 90_000;

/** Whether the keeper deletes the content of an event in time that ends undelivered now. */
export const isKept = ({ keptUntil }: Outbox, now: Milliseconds): boolean =>
  keptUntil >= now + undeliveredLifetime + workerTime;

/** Events may end undelivered for another day before the outbox is written again. */
export const keptFrom = (now: Milliseconds): Milliseconds => now + undeliveredLifetime + day;

/** Whether an event may have ended undelivered at a time, or later. */
export const mayHaveEnded = ({ keptUntil }: Outbox, since: Milliseconds): boolean =>
  keptUntil >= since + undeliveredLifetime;

/** How often the keeper checks for parked events while more may come. */
const checkGap: Milliseconds = 2_000;
/** How often it checks when the endpoint is unresponsive: each check costs an exchange with the full timeout. */
const unresponsiveGap: Milliseconds = 30_000;

const earliest = (times: readonly (Milliseconds | null)[]): Milliseconds | null =>
  times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);

/** The partner's parked and undelivered events, as the index shows them. The newest may be missing. */
export interface Backlog {
  readonly hasParked: boolean;
  /** Since when the oldest undelivered event is; null when there is none. */
  readonly oldestUndelivered: Milliseconds | null;
}

/** When the keeper has to check again; null: not until another change makes it due. */
export const nextCheck = (
  { health, pace, watchUntil, keptUntil }: Outbox,
  { hasParked, oldestUndelivered }: Backlog,
  now: Milliseconds,
  policy: HealthPolicy,
): Milliseconds | null => {
  // A paused endpoint gets nothing before its probe, however many events wait.
  const waits = health.state !== 'paused' && (hasParked || watchUntil > now);
  const gap = isUnresponsive(pace, now) ? unresponsiveGap : checkGap;
  return earliest([
    waits ? now + gap : null,
    nextHealthCheck(health, policy),
    // The index may still show one whose content was deleted a moment ago.
    oldestUndelivered === null ? null : Math.max(oldestUndelivered + undeliveredLifetime, now + checkGap),
    // What ended before now, and is not in the index yet, expires by then.
    keptUntil > now ? Math.min(keptUntil, now + undeliveredLifetime) : null,
  ]);
};
