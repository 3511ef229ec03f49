import type { Milliseconds } from '../time.ts';
import { lookAgainAt, type EndpointHealth, type HealthPolicy } from './endpoint-health.ts';
import { isSilent, type Pace } from './pace.ts';

/** How a partner's endpoint fares, and when somebody has to look after its events. */
export interface Outbox {
  readonly health: EndpointHealth;
  readonly pace: Pace;
  /** Until then events may be put aside for the endpoint, so that finding none does not mean that none will come. */
  readonly watchUntil: Milliseconds;
}

/** How often the events aside are looked for while more may come. */
const watchGap: Milliseconds = 2_000;
/** The same of an endpoint that answers nobody: each look costs a keeper one whole exchange. */
const silentGap: Milliseconds = 30_000;

const earliest = (times: readonly (Milliseconds | null)[]): Milliseconds | null =>
  times.reduce((first, time) => (first === null || (time !== null && time < first) ? time : first), null);

/** What a look at the events aside found. */
export interface Backlog {
  readonly held: boolean;
  /** When the oldest kept event is no longer kept; null when there is none. */
  readonly expiry: Milliseconds | null;
}

/** When the keeper has to look again; null: not before something happens. */
export const nextLook = (
  { health, pace, watchUntil }: Outbox,
  backlog: Backlog,
  now: Milliseconds,
  policy: HealthPolicy,
): Milliseconds | null => {
  // Of a paused endpoint nothing is sent before the probe, however much waits.
  const waits = health.state !== 'paused' && (backlog.held || watchUntil > now);
  const gap = isSilent(pace, now) ? silentGap : watchGap;
  return earliest([waits ? now + gap : null, lookAgainAt(health, policy), backlog.expiry]);
};
