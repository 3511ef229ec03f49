import type { ConnectProgress } from '../domain/connect-session.ts';
import { revised, type Instance, type InstanceError } from '../domain/instance.ts';
import { isoOf } from '../kernel/time.ts';
import { retryPause } from '../kernel/work.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import { instanceErrorOf } from '../lines/instance-error.ts';
import { isNumberInUse } from '../lines/number-in-use.ts';
import { isTransient } from '../platform/errors.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { accessOf } from './access.ts';
import { pauseAfter } from './pause-after.ts';
import { holdsNumber, mayHaveSet, releasing, removeCallback } from './release.ts';
import { commitSession } from './session-commit.ts';

/**
 * Tries to remove a callback, with pauses of four minutes: about six hours, for which the platform may fail. A number that keeps the
 * callback goes on sending messages to the partner.
 */
const mostTries = 100;

/** Removes a callback that the session may have set. @returns why that is not possible @throws PlatformError that is transient */
const takeBack = async (
  deps: InstanceDeps,
  ended: SessionRecord,
  progress: ConnectProgress,
): Promise<InstanceError | null> => {
  const { phone_number_id: number } = progress;
  if (!mayHaveSet(progress) || number === null) return null;
  if (await isNumberInUse(deps, ended.partnerId, ended.session.instance_id, number)) return null;
  if (progress.attempts >= mostTries) {
    return { code: 'not_removed', message: 'the callback could not be removed', at: isoOf(deps.clock()) };
  }
  const refusal = await removeCallback(deps, await accessOf(deps, ended, progress));
  return refusal === null ? null : instanceErrorOf(refusal, deps.clock());
};

/** Whether the instance still holds the number of the ended session, and no other session has begun to use it. */
const isLeftOver = (instance: Instance, { phone_number_id: number }: ConnectProgress): boolean =>
  instance.status === 'awaiting_connection' && holdsNumber(instance) && instance.platform_phone_number_id === number;

/** Whether another session is connecting the line with the number of the ended one: when it ends, it keeps the number or leaves it over. */
const isUndecided = (instance: Instance, { phone_number_id: number, attempts }: ConnectProgress): boolean =>
  instance.status === 'connecting' &&
  holdsNumber(instance) &&
  instance.platform_phone_number_id === number &&
  attempts < mostTries;

/**
 * Removes the callback, the number and the token of a session that ended without a connection. The session stays due
 * while the platform's errors are transient, and while another session goes on with its number. @throws WorkLost
 */
export const cleanUp = async (deps: InstanceDeps, ended: SessionRecord): Promise<SessionRecord> => {
  const { progress } = ended;
  if (progress === null && ended.busyUntil === null) return ended;
  let error: InstanceError | null = null;
  if (progress !== null) {
    try {
      error = await takeBack(deps, ended, progress);
    } catch (reason) {
      if (!isTransient(reason)) throw reason;
      return commitSession(deps, ended, (_line, now) => ({
        session: { progress, busyUntil: now + pauseAfter(reason, progress.attempts) },
      }));
    }
  }
  return commitSession(deps, ended, (record, now) => {
    if (progress !== null && isUndecided(record.instance, progress)) {
      return { session: { progress, busyUntil: now + retryPause('connection', progress.attempts + 1) } };
    }
    return {
      session: { progress: null, busyUntil: null },
      ...(progress !== null &&
        isLeftOver(record.instance, progress) &&
        releasing(deps, ended, record, revised(record.instance, {}, now), error)),
    };
  });
};
