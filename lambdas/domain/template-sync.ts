import { ServiceError } from '../kernel/errors.ts';
import { spreadOf } from '../kernel/spread.ts';
import { isoOf, type Milliseconds, minute, hour } from '../kernel/time.ts';

export const syncTriggers = ['request', 'schedule', 'platform'] as const;
export type SyncTrigger = (typeof syncTriggers)[number];

/** `rate_limited` is not final: the pass resumes when the platform's budget allows it. */
export const syncStatuses = ['queued', 'running', 'rate_limited', 'succeeded', 'partial', 'failed'] as const;
type SyncStatus = (typeof syncStatuses)[number];

export interface SyncError {
  readonly code: string;
  readonly message: string;
}

/** One pass over a business account's templates, as the API shows it. */
export interface TemplateSync {
  readonly id: string;
  readonly waba_id: string;
  readonly trigger: SyncTrigger;
  readonly status: SyncStatus;
  /** Templates in the platform's list. */
  readonly fetched: number;
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
  readonly pages: number;
  readonly started_at: string;
  readonly finished_at: string | null;
  /** When a forced refresh may start the next pass. */
  readonly next_allowed_at: string;
  readonly error: SyncError | null;
}

/** A younger pass satisfies a request without `force`. */
const fresh = 10 * minute;
const forcedEvery = minute;

export const newSync = (id: string, wabaId: string, trigger: SyncTrigger, now: Milliseconds): TemplateSync => ({
  id,
  waba_id: wabaId,
  trigger,
  status: 'queued',
  fetched: 0,
  created: 0,
  updated: 0,
  removed: 0,
  pages: 0,
  started_at: isoOf(now),
  finished_at: null,
  next_allowed_at: isoOf(now + forcedEvery),
  error: null,
});

export interface LatestPass {
  readonly startedAt: Milliseconds;
  readonly isOpen: boolean;
}

export type RefreshDecision = 'start' | 'join' | 'fresh';

/**
 * Whether a refresh starts a pass, joins the open one, or finds the latest one fresh.
 * @throws ServiceError rate_limited
 */
export const decideRefresh = (latest: LatestPass | null, force: boolean, now: Milliseconds): RefreshDecision => {
  if (latest === null) return 'start';
  const age = now - latest.startedAt;
  if (force && age < forcedEvery) {
    throw new ServiceError('rate_limited', 'the templates of a business account are refreshed by force once a minute', {
      details: { next_allowed_at: isoOf(latest.startedAt + forcedEvery) },
      retryAfter: Math.max(1, Math.ceil((forcedEvery - age) / 1000)),
      limit: { name: 'forced_refreshes', quota: 1, window: forcedEvery },
    });
  }
  if (!force && age < fresh) return 'fresh';
  return latest.isOpen ? 'join' : 'start';
};

/** Every 3 h ± 10 %, so that the passes of business accounts do not stay synchronised. */
export const nextPassAt = (id: string, now: Milliseconds): Milliseconds => now + 3 * hour * (0.9 + 0.2 * spreadOf(id));

/** When a callback about an unknown template causes a pass: now, or some time after the start of the latest one. */
export const passAfterCallbackAt = (latest: LatestPass | null, now: Milliseconds): Milliseconds =>
  latest === null ? now : Math.max(now, latest.startedAt + 2 * minute, latest.isOpen ? now + minute : 0);

/** The pass after one that failed or whose removals are not confirmed yet. */
export const secondLookAt = (now: Milliseconds): Milliseconds => now + 15 * minute;

/** The first pass after an instance was connected, within the hour. The id spreads passes that begin together. */
export const firstPassAt = (id: string, now: Milliseconds): Milliseconds => now + hour * (0.25 + 0.75 * spreadOf(id));
