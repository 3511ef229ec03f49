import type { SessionMode } from '../domain/connect-session.ts';
import { revised, statusAfter, type Instance, type LineError } from '../domain/instance.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { LineDeps } from '../lifecycle/line-deps.ts';
import type { SessionRecord } from '../store/connect-sessions.ts';
import { commitSession, leaseTime, SessionLost } from './session-commit.ts';
import { standingOf } from './standing.ts';

/** The line when an attempt has come to nothing; a line that was connected before it stays so. */
export const afterAttempt = (
  mode: SessionMode,
  instance: Instance,
  error: LineError | null,
  now: Milliseconds,
): Instance => {
  const isConnecting = mode === 'connect' && instance.status === 'connecting';
  if (!isConnecting && error === null) return instance;
  const changes: Partial<Instance> = {
    ...(isConnecting && { status: statusAfter(instance, 'fail_connecting') }),
    ...(error !== null && { connection: { ...instance.connection, last_error: error } }),
  };
  return revised(instance, changes, now);
};

/** What the commit makes, or null when somebody else was first. */
const unlessLost = async (committed: Promise<SessionRecord>): Promise<SessionRecord | null> => {
  try {
    return await committed;
  } catch (error) {
    if (error instanceof SessionLost) return null;
    throw error;
  }
};

/**
 * Takes an open session for one attempt, before the sign-up's code is spent.
 * @returns null when it is not to be had: it has ended, or another attempt is under way
 */
export const begin = async (deps: LineDeps, found: SessionRecord): Promise<SessionRecord | null> => {
  if (standingOf(found, deps.clock()) !== 'open') return null;
  const { session } = found;
  return unlessLost(
    commitSession(deps, found, ({ instance }, now) => {
      const starts = session.mode === 'connect' && instance.status !== 'connecting';
      return {
        session: { session: { ...session, status: 'in_progress' }, busyUntil: now + leaseTime },
        ...(starts && {
          line: { instance: revised(instance, { status: statusAfter(instance, 'begin_connecting') }, now) },
        }),
      };
    }),
  );
};

/** Opens the session again when the sign-up's code was spent for nothing. @throws SessionLost */
export const reopen = (deps: LineDeps, held: SessionRecord, error: LineError | null): Promise<SessionRecord> =>
  commitSession(deps, held, ({ instance }, now) => ({
    session: { session: { ...held.session, status: 'open' }, busyUntil: null },
    line: { instance: afterAttempt(held.session.mode, instance, error, now) },
  }));

/** Ends an open session at the end customer's wish; null when it was not open any more. */
export const cancel = async (deps: LineDeps, found: SessionRecord): Promise<SessionRecord | null> => {
  if (standingOf(found, deps.clock()) !== 'open') return null;
  return unlessLost(
    commitSession(deps, found, ({ instance }, now) => ({
      session: { session: { ...found.session, status: 'cancelled' }, busyUntil: null },
      line: { instance: afterAttempt(found.session.mode, instance, null, now) },
    })),
  );
};
