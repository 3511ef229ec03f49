import type { SessionMode } from '../domain/connect-session.ts';
import { revised, statusAfter, type Instance, type InstanceError } from '../domain/instance.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { InstanceDeps } from '../instances/instance-deps.ts';
import { commit, persist } from '../store/table/commit.ts';
import { unlessLost } from '../store/table/work.ts';
import { sessionClause, type SessionRecord, type SignUp } from '../store/instances/connect-sessions.ts';
import { commitSession, heldUntil, requireSession } from './session-commit.ts';
import { sessionStatusOf } from './session-status.ts';

/** The line when an attempt has come to nothing; a line that was connected before it stays so. */
export const afterAttempt = (
  mode: SessionMode,
  instance: Instance,
  error: InstanceError | null,
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

/** Presses of the button that may still come back: in other tabs, or before the one that counts. */
const mostSignUps = 5;

const isSame = (left: SignUp, right: SignUp): boolean =>
  left.state_hash === right.state_hash && left.browser_hash === right.browser_hash;

/** Whether the session awaits this sign-up. */
export const awaits = ({ signUps }: SessionRecord, signUp: SignUp): boolean =>
  signUps.some((one) => isSame(one, signUp));

/** Changes which sign-ups an open session awaits. @returns false when it is not open any more */
const changeSignUps = (
  deps: InstanceDeps,
  found: SessionRecord,
  change: (signUps: readonly SignUp[]) => readonly SignUp[],
): Promise<boolean> =>
  persist(deps.retryPolicy, async () => {
    const existing = await requireSession(deps, found);
    if (sessionStatusOf(existing, deps.clock()) !== 'open') return false;
    const next = { ...existing, signUps: change(existing.signUps), revision: existing.revision + 1 };
    await commit(deps.table, [sessionClause(deps.table, next)]);
    return true;
  });

/** Lets a browser begin a sign-up. @returns false when the session is not open any more */
export const beginSignUp = (deps: InstanceDeps, found: SessionRecord, signUp: SignUp): Promise<boolean> =>
  changeSignUps(deps, found, (signUps) => [...signUps, signUp].slice(-mostSignUps));

/** A sign-up came back without a code: it can't come back again. */
export const endSignUp = (deps: InstanceDeps, found: SessionRecord, signUp: SignUp): Promise<boolean> =>
  changeSignUps(deps, found, (signUps) => signUps.filter((one) => !isSame(one, signUp)));

/**
 * Takes an open session for one attempt, before the sign-up's code is spent. No sign-up can come back after it.
 * @returns null when it is not to be had: it has ended, or another attempt is under way
 */
export const begin = async (deps: InstanceDeps, found: SessionRecord): Promise<SessionRecord | null> => {
  if (sessionStatusOf(found, deps.clock()) !== 'open') return null;
  const { session } = found;
  return unlessLost(
    commitSession(deps, found, ({ instance }, now) => {
      const starts = session.mode === 'connect' && instance.status !== 'connecting';
      return {
        session: { session: { ...session, status: 'in_progress' }, signUps: [], busyUntil: heldUntil(deps, now) },
        ...(starts && {
          instance: { instance: revised(instance, { status: statusAfter(instance, 'begin_connecting') }, now) },
        }),
      };
    }),
  );
};

/** Opens the session again when the sign-up's code was spent for nothing. @throws WorkLost */
export const reopen = (deps: InstanceDeps, held: SessionRecord, error: InstanceError | null): Promise<SessionRecord> =>
  commitSession(deps, held, ({ instance }, now) => ({
    session: { session: { ...held.session, status: 'open' }, busyUntil: null },
    instance: { instance: afterAttempt(held.session.mode, instance, error, now) },
  }));

/** Ends an open session at the end customer's wish; null when it was not open any more. */
export const cancel = async (deps: InstanceDeps, found: SessionRecord): Promise<SessionRecord | null> => {
  if (sessionStatusOf(found, deps.clock()) !== 'open') return null;
  return unlessLost(
    commitSession(deps, found, ({ instance }, now) => ({
      session: { session: { ...found.session, status: 'cancelled' }, busyUntil: null },
      instance: { instance: afterAttempt(found.session.mode, instance, null, now) },
    })),
  );
};
