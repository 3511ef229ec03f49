import {
  awaiting,
  waitsUntil,
  type Awaited,
  type ConnectProgress,
  type ConnectStep,
} from '../domain/connect-session.ts';
import { WorkLost } from '../kernel/errors.ts';
import { day, hour, isoOf, minute, type Milliseconds } from '../kernel/time.ts';
import { work } from '../kernel/work.ts';
import { isIncident } from '../lines/incident.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { isTransient, PlatformError } from '../platform/errors.ts';
import { isNameAwaited, isRegistrationLimit } from '../platform/registration.ts';
import { readToken } from '../platform/sign-up.ts';
import { awaitedNameClause } from '../store/instances/awaited-names.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { unlessLost } from '../store/table/work.ts';
import { questionOf, unanswered } from './ask.ts';
import { cleanUp } from './clean-up.ts';
import { fail } from './fail.ts';
import { failureOf, isFinal } from './failure-of.ts';
import { pauseAfter } from './pause-after.ts';
import { sessionToken } from './seal-contexts.ts';
import { commitProgress, commitSession, requireSession } from './session-commit.ts';
import type { Step } from './step.ts';
import { finish } from './steps/finish.ts';
import { identify } from './steps/identify.ts';
import { register } from './steps/register.ts';
import { setCallback } from './steps/set-callback.ts';
import { subscribe } from './steps/subscribe.ts';
import { synchronise } from './steps/synchronise.ts';

/** Whether the number has nothing left to synchronise from the business app. */
const isSynchronised = ({ syncs }: ConnectProgress): boolean => syncs.length === 0;

const nextStep: Readonly<Record<ConnectStep, Step>> = {
  authorised: identify,
  identified: subscribe,
  subscribed: register,
  registered: setCallback,
  callback_set: (deps, held, progress) => (isSynchronised(progress) ? finish : synchronise)(deps, held, progress),
};

const isLastTry = ({ attempts }: ConnectProgress): boolean => attempts + 1 >= work.connection.retry.tries;

/** Postpones the step. A callback that could not be read back is set again. @throws WorkLost */
const postpone = (
  deps: ConnectDeps,
  held: SessionRecord,
  progress: ConnectProgress,
  pause: Milliseconds,
): Promise<SessionRecord> =>
  commitSession(deps, held, (_line, now) => {
    const wasReadBack = progress.step === 'callback_set' && isSynchronised(progress);
    return {
      session: { progress: { ...progress, step: wasReadBack ? 'registered' : progress.step }, busyUntil: now + pause },
    };
  });

/** The platform counts registrations in the last 72 hours, and locks a number for as long. */
export const limitPause: Milliseconds = 72 * hour;

/** The pause while the platform takes no more calls: it grows with the wait, so that one of weeks costs little. */
const busyPause = (
  deps: ConnectDeps,
  { signed_up_since: since }: ConnectProgress,
  error: PlatformError,
): Milliseconds =>
  Math.max(pauseAfter(error, 0), Math.min(hour, since === null ? 0 : (deps.clock() - Date.parse(since)) / 10));

/** At most nine registrations in 72 hours, of ten that the platform allows. */
export const namePause: Milliseconds = 8 * hour;

/** Waits for the display name of the number, or a callback about it. @throws WorkLost */
const awaitName = (deps: ConnectDeps, held: SessionRecord, progress: ConnectProgress): Promise<SessionRecord> =>
  commitSession(deps, held, (_line, now) => ({
    session: { progress, busyUntil: now + namePause },
    clauses:
      progress.waba_id === null
        ? []
        : [awaitedNameClause(deps.table, held, progress.waba_id, waitsUntil(held.session))],
  }));

/** Whether the platform refused a token that it calls valid, or says nothing about. Refusals can be wrong for minutes. */
const isUnproven = async (
  deps: ConnectDeps,
  held: SessionRecord,
  { sealed_token: sealed }: ConnectProgress,
  { kind, code }: PlatformError,
): Promise<boolean> => {
  // Without a code it is no refusal of the platform, but what the service found out about the token.
  if (kind !== 'token_invalid' || code === undefined) return false;
  try {
    const token = await deps.vault.open(sealed, sessionToken(held));
    return (await readToken(deps.platform, await deps.app(), token)).isValid;
  } catch (error) {
    if (error instanceof PlatformError) return true;
    throw error;
  }
};

/** An incident lasts for a day at most. Its tries do not count. */
const incidentPause: Milliseconds = 10 * minute;

/** Before its last try, which does not count. */
const refused = (progress: ConnectProgress): ConnectProgress => ({
  ...progress,
  attempts: progress.attempts - 1,
  ...awaiting('platform_busy'),
});

/** Refusals of a valid token end by themselves, too: a sign-up waits for a day. */
const refusedUntil = ({ signed_up_since: since }: ConnectProgress): Milliseconds =>
  since === null ? 0 : Date.parse(since) + day;

/** Whether the platform refuses the token as it refuses those of other accounts; null when it can't be known. */
const isRefusedToAll = async (
  deps: ConnectDeps,
  { partnerId }: SessionRecord,
  { waba_id: wabaId }: ConnectProgress,
  { kind }: PlatformError,
): Promise<boolean | null> => {
  if (kind !== 'token_invalid') return false;
  try {
    return await isIncident(deps, partnerId, wabaId);
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
};

const awaitedAfter = (error: PlatformError): Awaited | null => {
  if (isNameAwaited(error)) return 'name_not_approved';
  if (isRegistrationLimit(error)) return 'registration_limit';
  return error.kind === 'throttled' ? 'platform_busy' : null;
};

/**
 * Keeps a session that the platform can't complete yet, for 30 days at most. It costs no try, unless nothing is known about the refusal.
 * @returns null when it can't wait @throws WorkLost
 */
const wait = async (
  deps: ConnectDeps,
  held: SessionRecord,
  tried: ConnectProgress,
  error: PlatformError,
): Promise<SessionRecord | null> => {
  if (deps.clock() >= waitsUntil(held.session)) return null;
  const what = awaitedAfter(error);
  const progress = { ...tried, attempts: 0, ...awaiting(what) };
  switch (what) {
    case 'name_not_approved':
      return awaitName(deps, held, progress);
    case 'registration_limit':
      return postpone(deps, held, progress, limitPause);
    case 'platform_busy':
      return postpone(deps, held, progress, busyPause(deps, progress, error));
    case null:
      switch (await isRefusedToAll(deps, held, progress, error)) {
        case true:
          return postpone(deps, held, { ...progress, ...awaiting('platform_busy') }, incidentPause);
        case null:
          return isLastTry(tried) ? null : postpone(deps, held, tried, pauseAfter(error, tried.attempts));
        case false:
          return null;
      }
  }
};

const settle = async (deps: ConnectDeps, held: SessionRecord, error: unknown): Promise<SessionRecord> => {
  const { progress } = held;
  if (progress !== null && error instanceof PlatformError) {
    const waiting = await wait(deps, held, progress, error);
    if (waiting !== null) return waiting;
  }
  if (progress !== null && error instanceof PlatformError && !isFinal(error)) {
    const isUnprovenRefusal = await isUnproven(deps, held, progress, error);
    if (!isLastTry(progress) && (isUnprovenRefusal || isTransient(error)))
      return postpone(deps, held, progress, pauseAfter(error, progress.attempts));
    if (isUnprovenRefusal && deps.clock() < refusedUntil(progress))
      return postpone(deps, held, refused(progress), incidentPause);
  }
  const shown = failureOf(error, deps.clock());
  if (shown === null) throw error;
  return fail(deps, held, shown);
};

/** The session that another worker took over. A session that has ended without a connection is cleaned up. */
const afterLoss = async (deps: ConnectDeps, held: SessionRecord): Promise<SessionRecord> => {
  const existing = await requireSession(deps, held);
  const { status } = existing.session;
  if (status === 'open' || status === 'in_progress' || status === 'completed') return existing;
  return cleanUp(deps, { ...existing, progress: existing.progress ?? held.progress });
};

/**
 * Runs the steps of a session from its recorded step until it is completed, failed, waits for its end customer, or is due
 * again later. Each step is committed before the next begins, so that another worker can continue after a crash.
 * @throws errors that are neither the platform's nor the session's; the session is due again then
 */
export const advance = async (deps: ConnectDeps, begun: SessionRecord): Promise<SessionRecord> => {
  let held = begun;
  while (held.session.status === 'in_progress' && held.progress !== null && held.progress.asks === null) {
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

/** Continues a session whose worker died, or that waited for its next try or for an answer. @throws WorkLost */
export const takeOver: Step = async (deps, due, progress) => {
  const question = questionOf(due);
  if (question !== null) return fail(deps, due, unanswered(question, deps.clock()));
  const tried = { ...progress, attempts: progress.attempts + 1, ...awaiting(null) };
  const held = await commitProgress(deps, due, tried);
  if (held.session.status !== 'in_progress') return cleanUp(deps, held);
  if (tried.attempts < work.connection.retry.tries) return advance(deps, held);
  return fail(deps, held, {
    code: 'interrupted',
    message: 'the connection was interrupted too often',
    at: isoOf(deps.clock()),
  });
};
