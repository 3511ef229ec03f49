import type { InstanceError } from '../domain/instance.ts';
import type { InstanceDeps } from '../lines/instance-deps.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { afterAttempt } from './attempt.ts';
import { cleanUp } from './clean-up.ts';
import { holdsNumber, mayHaveSet, releasing } from './release.ts';
import { commitSession, heldUntil } from './session-commit.ts';

/** Whether a callback has to be removed before the number is released. */
const leavesCallback = ({ session, progress }: SessionRecord): boolean =>
  session.mode === 'connect' && progress !== null && mayHaveSet(progress);

/** Ends the session with an error, and undoes its changes of the instance and at the platform. @throws WorkLost */
export const fail = async (deps: InstanceDeps, held: SessionRecord, error: InstanceError): Promise<SessionRecord> => {
  const { session, progress } = held;
  const { code, message } = error;
  const isDue = leavesCallback(held);
  const failed = await commitSession(deps, held, (record, now) => {
    const next = afterAttempt(session.mode, record.instance, error, now);
    const releases = session.mode === 'connect' && !isDue && holdsNumber(record.instance);
    return {
      session: {
        session: { ...session, status: 'failed', error: { code, message } },
        progress: isDue && progress !== null ? { ...progress, attempts: 0 } : null,
        busyUntil: isDue ? heldUntil(deps, now) : null,
      },
      ...(releases ? releasing(deps, held, record, next, null) : { instance: { instance: next } }),
    };
  });
  return cleanUp(deps, failed);
};
