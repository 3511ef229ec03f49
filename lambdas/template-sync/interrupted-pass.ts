import type { Milliseconds } from '../domain/time.ts';
import { lineErrorOf } from '../instances/line-error.ts';
import { PlatformError } from '../platform/errors.ts';
import { keepSync, type SyncRecord } from '../store/templates/template-syncs.ts';
import { endPartial } from './end-pass.ts';
import type { SyncDeps } from './sync-deps.ts';

const defaultWait: Milliseconds = 5 * 60_000;

/** From the first page again: a cursor that was kept for long may no longer be good. */
const restarted = (record: SyncRecord): SyncRecord => ({
  ...record,
  cursor: null,
  seen: [],
  hadEmptyAnswer: false,
  unreadable: 0,
  restarted: true,
});

/**
 * What becomes of a pass that the platform did not let go on: used up budget is waited for, what ran out of time goes
 * on with the next worker, anything else ends it.
 * @throws what is not the platform's doing; the pass goes on once its lease has run out
 */
export const interrupted = async (
  deps: SyncDeps,
  record: SyncRecord,
  lease: string,
  reason: unknown,
): Promise<void> => {
  const now = deps.clock();
  const { code, message } = lineErrorOf(reason, now);
  const error = { code, message };
  if (!(reason instanceof PlatformError)) return;
  if (reason.kind === 'out_of_time') return keepSync(deps.table, record, { kind: 'waiting', until: now }, lease);
  if (reason.kind === 'throttled') {
    const wait = reason.retryAfter === undefined ? defaultWait : reason.retryAfter * 1000;
    const waiting: SyncRecord = { ...record, sync: { ...record.sync, status: 'rate_limited', error } };
    return keepSync(deps.table, waiting, { kind: 'waiting', until: now + wait }, lease);
  }
  if (reason.kind === 'parameter' && record.cursor !== null && !record.restarted) {
    return keepSync(deps.table, restarted(record), { kind: 'waiting', until: now }, lease);
  }
  return endPartial(deps, record, lease, error);
};
