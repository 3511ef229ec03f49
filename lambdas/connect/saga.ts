import type { ConnectProgress, ConnectStep } from '../domain/connect-session.ts';
import { ServiceError, WorkLost } from '../domain/errors.ts';
import type { InstanceError } from '../domain/instance.ts';
import { isoOf } from '../domain/time.ts';
import { work } from '../domain/work.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { instanceErrorOf } from '../instances/instance-error.ts';
import { PlatformError } from '../platform/errors.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { unlessLost } from '../store/table/work.ts';
import { cleanUp } from './clean-up.ts';
import { ConnectFailure } from './connect-failure.ts';
import { fail } from './fail.ts';
import { isTransient, pauseAfter, type TransientError } from './transient.ts';
import { commitSession, heldUntil, requireSession } from './session-commit.ts';
import { finish } from './steps/finish.ts';
import { identify } from './steps/identify.ts';
import { register } from './steps/register.ts';
import { setCallback } from './steps/set-callback.ts';
import { subscribe } from './steps/subscribe.ts';

/** One step on: does it, and commits that it is done. Repeated after a crash, it does no harm. */
type Step = (deps: ConnectDeps, held: SessionRecord, progress: ConnectProgress) => Promise<SessionRecord>;

/** What is done when a session has come so far. */
const nextStep: Readonly<Record<ConnectStep, Step>> = {
  authorised: identify,
  identified: subscribe,
  subscribed: register,
  registered: setCallback,
  callback_set: finish,
};

/** The error as the line and the session show it; null when it says nothing of them. */
const shownOf = (deps: ConnectDeps, error: unknown): InstanceError | null => {
  const now = deps.clock();
  if (error instanceof PlatformError) return instanceErrorOf(error, now);
  if (error instanceof ConnectFailure) return { code: error.code, message: error.message, at: isoOf(now) };
  if (error instanceof ServiceError && error.code === 'invalid_state') {
    return { code: error.code, message: error.message, at: isoOf(now) };
  }
  return null;
};

/** Leaves the step for later. A callback that could not be read back is set again then. @throws WorkLost */
const postpone = (
  deps: ConnectDeps,
  held: SessionRecord,
  progress: ConnectProgress,
  error: TransientError,
): Promise<SessionRecord> =>
  commitSession(deps, held, (_line, now) => ({
    session: {
      progress: { ...progress, step: progress.step === 'callback_set' ? 'registered' : progress.step },
      busyUntil: now + pauseAfter(error, progress.attempts),
    },
  }));

const settle = async (deps: ConnectDeps, held: SessionRecord, error: unknown): Promise<SessionRecord> => {
  const { progress } = held;
  if (isTransient(error) && progress !== null && progress.attempts + 1 < work.connection.retry.tries) {
    return postpone(deps, held, progress, error);
  }
  const shown = shownOf(deps, error);
  if (shown === null) throw error;
  return fail(deps, held, shown);
};

/** What became of a session that was taken from the worker; one that was ended leaves no trace. */
const afterLoss = async (deps: ConnectDeps, held: SessionRecord): Promise<SessionRecord> => {
  const existing = await requireSession(deps, held);
  switch (existing.session.status) {
    case 'open':
    case 'in_progress':
    case 'completed':
      return existing;
    case 'failed':
    case 'cancelled':
    case 'expired':
    case 'revoked':
      return cleanUp(deps, { ...existing, progress: existing.progress ?? held.progress });
  }
};

/**
 * Carries a session that is under way from its recorded step to its end: completed, failed, or due again later. Each step
 * is committed before the next begins, so whoever takes a dead worker's session over goes on from there.
 * @throws whatever is neither the platform's refusal nor the session's fault; the session is due again then
 */
export const advance = async (deps: ConnectDeps, begun: SessionRecord): Promise<SessionRecord> => {
  let held = begun;
  while (held.session.status === 'in_progress' && held.progress !== null) {
    const { progress } = held;
    try {
      held = await nextStep[progress.step](deps, held, progress);
    } catch (error) {
      const left = error instanceof WorkLost ? afterLoss(deps, held) : settle(deps, held, error);
      return (await unlessLost(left)) ?? afterLoss(deps, held);
    }
  }
  return held;
};

/** Goes on with a session whose worker died, or that waited for its next try. @throws WorkLost */
export const takeOver = async (
  deps: ConnectDeps,
  due: SessionRecord,
  progress: ConnectProgress,
): Promise<SessionRecord> => {
  const tried = { ...progress, attempts: progress.attempts + 1 };
  const isUnderWay = due.session.status === 'in_progress';
  const held = await commitSession(deps, due, (_line, now) => ({
    session: { progress: tried, busyUntil: heldUntil(deps, now) },
  }));
  if (!isUnderWay) return cleanUp(deps, held);
  if (tried.attempts < work.connection.retry.tries) return advance(deps, held);
  return fail(deps, held, {
    code: 'interrupted',
    message: 'the connection was interrupted too often',
    at: isoOf(deps.clock()),
  });
};
