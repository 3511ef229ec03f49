import type { Milliseconds } from '../domain/time.ts';
import { instanceErrorOf } from '../instances/instance-error.ts';
import { PlatformError } from '../platform/errors.ts';
import { paused, record } from '../store/table/work.ts';
import { heldPass, progressOf, type SyncRecord } from '../store/templates/template-syncs.ts';
import { endPartial } from './end-pass.ts';
import type { SyncDeps } from './sync-deps.ts';

const defaultWait: Milliseconds = 5 * 60_000;

/** From the first page again: a cursor that was kept for long may no longer be good. */
const restarted = (pass: SyncRecord): SyncRecord => ({
  ...pass,
  cursor: null,
  seen: [],
  hadEmptyAnswer: false,
  unreadable: 0,
  restarted: true,
});

/**
 * What becomes of a pass that the platform did not let go on: used up budget is waited for, what ran out of time goes
 * on with the next worker, anything else ends it.
 * @throws WorkLost; what is not the platform's doing; the pass goes on once its lease has run out
 */
export const interrupted = async (deps: SyncDeps, at: SyncRecord, lease: string, reason: unknown): Promise<void> => {
  const now = deps.clock();
  const { code, message } = instanceErrorOf(reason, now);
  const error = { code, message };
  if (!(reason instanceof PlatformError)) return;
  const pause = (existing: SyncRecord, wait: Milliseconds): Promise<void> =>
    record(heldPass(deps.table, at, lease), { ...paused(now + wait), ...progressOf(existing) });
  if (reason.kind === 'out_of_time') return pause(at, 0);
  if (reason.kind === 'throttled') {
    const wait = reason.retryAfter === undefined ? defaultWait : reason.retryAfter * 1000;
    return pause({ ...at, sync: { ...at.sync, status: 'rate_limited', error } }, wait);
  }
  if (reason.kind === 'parameter' && at.cursor !== null && !at.restarted) return pause(restarted(at), 0);
  return endPartial(deps, at, lease, error);
};
