import type { SessionMode } from '../domain/connect-session.ts';
import { revised, statusAfter, type Instance, type InstanceError } from '../domain/instance.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import { commit, persist } from '../store/table/commit.ts';
import { unlessLost } from '../store/table/work.ts';
import { sessionClause, type SessionRecord, type SignUp } from '../store/instances/connect-sessions.ts';
import { commitSession, heldUntil, requireSession, type Decide } from './session-commit.ts';
import { sessionStatusOf } from './session-status.ts';

/** The instance after a failed attempt. An instance that was connected before stays connected. */
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

/** Sign-ups of a session that may return: of other tabs, or begun before the last one. */
const mostSignUps = 5;

type SignUpHashes = Pick<SignUp, 'state_hash' | 'browser_hash'>;

const isSame = (left: SignUpHashes, right: SignUpHashes): boolean =>
  left.state_hash === right.state_hash && left.browser_hash === right.browser_hash;

/** The sign-up as the session awaits it; null when it does not. */
export const awaited = ({ signUps }: SessionRecord, signUp: SignUpHashes): SignUp | null =>
  signUps.find((one) => isSame(one, signUp)) ?? null;

/** Changes the sign-ups that an open session awaits. @returns false when the session is not open any more */
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
export const beginSignUp = (deps: InstanceDeps, found: SessionRecord, signUp: SignUpHashes): Promise<boolean> =>
  changeSignUps(deps, found, (signUps) =>
    [...signUps, { ...signUp, begun_at: isoOf(deps.clock()) }].slice(-mostSignUps),
  );

/** Removes a sign-up that returned without a code. It cannot return again. */
export const endSignUp = (deps: InstanceDeps, found: SessionRecord, signUp: SignUpHashes): Promise<boolean> =>
  changeSignUps(deps, found, (signUps) => signUps.filter((one) => !isSame(one, signUp)));

/** Changes an open session. @returns null when it is not open, or another request changed it first */
const changeOpen = async (deps: InstanceDeps, found: SessionRecord, decide: Decide): Promise<SessionRecord | null> =>
  sessionStatusOf(found, deps.clock()) === 'open' ? unlessLost(commitSession(deps, found, decide)) : null;

/**
 * Takes an open session for one attempt, and counts it, before the sign-up's code is used. No sign-up can return after that.
 * @returns null when the session has ended, or another attempt is in progress
 */
export const begin = (deps: InstanceDeps, found: SessionRecord): Promise<SessionRecord | null> =>
  changeOpen(deps, found, ({ instance }, now) => {
    const { session } = found;
    const starts = session.mode === 'connect' && instance.status !== 'connecting';
    return {
      session: {
        session: { ...session, status: 'in_progress' },
        signUps: [],
        attempts: found.attempts + 1,
        busyUntil: heldUntil(deps, now),
      },
      ...(starts && {
        instance: { instance: revised(instance, { status: statusAfter(instance, 'begin_connecting') }, now) },
      }),
    };
  });

/** Ends an open session on request of the end customer. @returns null when it was not open any more */
export const cancel = (deps: InstanceDeps, found: SessionRecord): Promise<SessionRecord | null> =>
  changeOpen(deps, found, ({ instance }, now) => ({
    session: { session: { ...found.session, status: 'cancelled' }, busyUntil: null },
    instance: { instance: afterAttempt(found.session.mode, instance, null, now) },
  }));

/** Ends a session whose time is over. Only one whose partner subscribes to its end is due then; any other shows it without a write. @throws WorkLost */
export const expire = (deps: InstanceDeps, due: SessionRecord): Promise<SessionRecord> =>
  commitSession(deps, due, () => ({
    session: { session: { ...due.session, status: 'expired' }, busyUntil: null },
  }));
