import { day, type Milliseconds, minute } from '../../kernel/time.ts';

/**
 * The health of a partner's endpoint, which follows from the outcomes of all attempts:
 *
 *     healthy → failing → paused → disabled
 *        ↑_________|_________|        only a new, valid endpoint ends disabled
 *
 * While it is paused, its events wait in order, and one probe at a time tests whether it has recovered. A failed probe is
 * not counted as an attempt.
 */
export type EndpointHealth = { readonly state: 'healthy' } | FailingHealth | PausedHealth | DisabledHealth;

interface DisabledHealth {
  readonly state: 'disabled';
  readonly at: Milliseconds;
  readonly reason: DisabledReason;
  /** Since when it had failed; null when an earlier version has disabled it. */
  readonly since: Milliseconds | null;
}

/** `gone`: the endpoint answered 410. */
type DisabledReason = 'failing' | 'gone';

interface Failure {
  /** The end of the first failed attempt since the last success. */
  readonly since: Milliseconds;
  /** Consecutive failed attempts, of any events; counted until the endpoint is paused. */
  readonly failures: number;
  /** Whether the members were notified. */
  readonly warned: boolean;
}

interface FailingHealth extends Failure {
  readonly state: 'failing';
}

interface PausedHealth extends Failure {
  readonly state: 'paused';
  /** Probes sent since the pause began. */
  readonly probes: number;
  readonly probeAt: Milliseconds;
}

export interface HealthPolicy {
  readonly failuresUntilPaused: number;
  /** A shorter outage does not pause an endpoint, even under load. */
  readonly timeUntilPaused: Milliseconds;
  readonly firstProbeGap: Milliseconds;
  readonly longestProbeGap: Milliseconds;
  readonly timeUntilWarned: Milliseconds;
  /** Then an endpoint that had few attempts is paused. Longer than the ten attempts of an event take. */
  readonly longestUnpaused: Milliseconds;
  readonly timeUntilDisabled: Milliseconds;
}

/** @param divisor 1, or 1,000 with `--fast-retries`. */
export const healthPolicy = (divisor: number): HealthPolicy => ({
  failuresUntilPaused: 10,
  timeUntilPaused: (5 * minute) / divisor,
  firstProbeGap: (5 * minute) / divisor,
  longestProbeGap: (60 * minute) / divisor,
  timeUntilWarned: (2.5 * day) / divisor,
  longestUnpaused: (4 * day) / divisor,
  timeUntilDisabled: (5 * day) / divisor,
});

export const healthy: EndpointHealth = { state: 'healthy' };

export type HealthOutcome = 'delivered' | 'failed' | 'gone';

/** What has to happen in the commit that stores the new health. */
export type HealthEffect = 'notify_failing' | 'notify_disabled' | 'drain';

export interface HealthChange {
  /** The given object itself when nothing changed, so that nothing has to be written. */
  readonly health: EndpointHealth;
  readonly effects: readonly HealthEffect[];
}

const disabled = (reason: DisabledReason, since: Milliseconds, at: Milliseconds): DisabledHealth => ({
  state: 'disabled',
  at,
  reason,
  since,
});

/** Since when an endpoint has answered nothing with 2xx; null for a healthy one, or when it is not known. */
export const failingSince = (health: EndpointHealth): Milliseconds | null =>
  health.state === 'healthy' ? null : health.since;

/** Since when an outage lasts that made events wait or end; null while the endpoint gets its events. */
export const outageSince = (health: EndpointHealth): Milliseconds | null =>
  health.state === 'paused' || health.state === 'disabled' ? health.since : null;

const withoutEffects = (health: EndpointHealth): HealthChange => ({ health, effects: [] });

export const afterAttempt = (
  health: EndpointHealth,
  outcome: HealthOutcome,
  now: Milliseconds,
  policy: HealthPolicy,
): HealthChange => {
  // An attempt that was running when the endpoint was disabled must not enable it.
  if (health.state === 'disabled') return withoutEffects(health);
  switch (outcome) {
    case 'delivered':
      if (health.state === 'healthy') return withoutEffects(health);
      return { health: healthy, effects: health.state === 'paused' ? ['drain'] : [] };
    case 'gone':
      return { health: disabled('gone', failingSince(health) ?? now, now), effects: ['notify_disabled'] };
    case 'failed':
      return afterFailure(health, now, policy);
  }
};

const afterFailure = (
  health: Exclude<EndpointHealth, { state: 'disabled' }>,
  now: Milliseconds,
  policy: HealthPolicy,
): HealthChange => {
  switch (health.state) {
    case 'healthy':
      return withoutEffects({ state: 'failing', since: now, failures: 1, warned: false });
    case 'failing': {
      const failures = health.failures + 1;
      const failed = { ...health, failures };
      const isPaused = failures >= policy.failuresUntilPaused && now - health.since >= policy.timeUntilPaused;
      return warn(isPaused ? paused(failed, now, policy) : failed, now, policy);
    }
    case 'paused':
      // Only a paused endpoint is disabled, because it is probed regularly. Two failures a week apart disable nothing.
      if (now - health.since >= policy.timeUntilDisabled) {
        return { health: disabled('failing', health.since, now), effects: ['notify_disabled'] };
      }
      return warn(health, now, policy);
  }
};

const paused = ({ since, failures, warned }: Failure, now: Milliseconds, policy: HealthPolicy): PausedHealth => ({
  state: 'paused',
  since,
  failures,
  warned,
  probes: 0,
  probeAt: now + policy.firstProbeGap,
});

/** An endpoint is paused in time even after few attempts, so that its probes disable it. */
const warn = (health: FailingHealth | PausedHealth, now: Milliseconds, policy: HealthPolicy): HealthChange => {
  const time = now - health.since;
  const next = health.state === 'failing' && time >= policy.longestUnpaused ? paused(health, now, policy) : health;
  if (health.warned || time < policy.timeUntilWarned) return withoutEffects(next);
  return { health: { ...next, warned: true }, effects: ['notify_failing'] };
};

export type Admission =
  | { readonly kind: 'send' }
  /** Store `health`, unless it has changed, before the probe is sent. So there is one probe at a time, also after a crash. */
  | { readonly kind: 'probe'; readonly health: PausedHealth }
  | { readonly kind: 'wait'; readonly until: Milliseconds }
  /** Disabled, since that time. */
  | { readonly kind: 'refuse'; readonly since: Milliseconds };

/** Whether events may be sent to the endpoint now. */
export const admit = (health: EndpointHealth, now: Milliseconds, policy: HealthPolicy): Admission => {
  switch (health.state) {
    case 'healthy':
    case 'failing':
      return { kind: 'send' };
    case 'paused': {
      if (now < health.probeAt) return { kind: 'wait', until: health.probeAt };
      const probes = health.probes + 1;
      const gap = Math.min(policy.firstProbeGap * 2 ** probes, policy.longestProbeGap);
      return { kind: 'probe', health: { ...health, probes, probeAt: now + gap } };
    }
    case 'disabled':
      return { kind: 'refuse', since: health.at };
  }
};

/** When the keeper has to check the endpoint even without new events; null: never. */
export const nextHealthCheck = (health: EndpointHealth, policy: HealthPolicy): Milliseconds | null => {
  switch (health.state) {
    case 'healthy':
    case 'disabled':
      return null;
    case 'failing':
      return health.since + (health.warned ? policy.longestUnpaused : policy.timeUntilWarned);
    case 'paused':
      return health.probeAt;
  }
};

/** The warning and the pause that are due by time, without an attempt. */
export const afterTime = (health: EndpointHealth, now: Milliseconds, policy: HealthPolicy): HealthChange =>
  health.state === 'failing' || health.state === 'paused' ? warn(health, now, policy) : withoutEffects(health);
