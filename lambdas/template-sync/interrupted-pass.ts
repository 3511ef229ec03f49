import type { Milliseconds } from '../kernel/time.ts';
import { instanceErrorOf } from '../lines/instance-error.ts';
import { PlatformError, repeatableAt } from '../platform/errors.ts';
import { paused, record } from '../store/table/work.ts';
import { heldPass, progressOf, type SyncRecord } from '../store/templates/template-syncs.ts';
import { endPartial } from './end-pass.ts';
import type { SyncDeps } from './sync-deps.ts';

/** Begins with the first page again, because a stored cursor may have expired. The pages read so far are no part of the new list. */
const restarted = (pass: SyncRecord): SyncRecord => ({
  ...pass,
  sync: { ...pass.sync, fetched: 0, pages: 0 },
  cursor: null,
  cursors: [],
  seen: [],
  hadEmptyAnswer: false,
  unreadable: 0,
  restarted: true,
});

/** The cursor is no longer valid. https://developers.facebook.com/documentation/business-messaging/whatsapp/changelog */
const invalidCursor = 131059;

const isOfCursor = ({ kind, code }: PlatformError): boolean => code === invalidCursor || kind === 'parameter';

/**
 * Handles an error of a pass: it is paused after throttling or a timeout, and ended after any other platform error.
 * @throws WorkLost; any error that is not the platform's, after which the pass continues when its lease ends
 */
export const interrupted = async (deps: SyncDeps, at: SyncRecord, lease: string, reason: unknown): Promise<void> => {
  if (!(reason instanceof PlatformError)) throw reason;
  const now = deps.clock();
  const { code, message } = instanceErrorOf(reason, now);
  const error = { code, message };
  const pause = (pass: SyncRecord, until: Milliseconds): Promise<void> =>
    record(heldPass(deps.table, at, lease), { ...paused(until), ...progressOf(pass) });
  const again = repeatableAt(reason, now);
  if (again !== null) {
    const isLimited = reason.kind === 'throttled';
    return pause(isLimited ? { ...at, sync: { ...at.sync, status: 'rate_limited', error } } : at, again);
  }
  if (isOfCursor(reason) && at.cursor !== null && !at.restarted) return pause(restarted(at), now);
  return endPartial(deps, at, lease, error);
};
