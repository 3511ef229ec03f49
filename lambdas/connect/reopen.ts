import { mostAttempts } from '../domain/connect-session.ts';
import type { InstanceError } from '../domain/instance.ts';
import type { ConnectFailureCode } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { afterAttempt } from './attempt.ts';
import { fail } from './fail.ts';
import { commitSession } from './session-commit.ts';

/** Opens the session again after the sign-up's code was used without a result. After the last attempt it has failed. @throws WorkLost */
export const reopen = (
  deps: InstanceDeps,
  held: SessionRecord,
  error: InstanceError | null,
): Promise<SessionRecord> => {
  if (held.attempts >= mostAttempts) {
    const last = error === null ? 'the last one was interrupted' : error.message;
    const message = `${mostAttempts} sign-ups returned to this link without a result: ${last}`;
    const code: ConnectFailureCode = 'too_many_attempts';
    return fail(deps, held, { code, message, at: isoOf(deps.clock()) });
  }
  return commitSession(deps, held, ({ instance }, now) => ({
    session: { session: { ...held.session, status: 'open' }, busyUntil: null },
    instance: { instance: afterAttempt(held.session.mode, instance, error, now) },
  }));
};
