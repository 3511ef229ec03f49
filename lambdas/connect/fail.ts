import type { LineError } from '../domain/instance.ts';
import type { LineDeps } from '../instances/line-deps.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';
import { afterAttempt } from './attempt.ts';
import { cleanUp } from './clean-up.ts';
import { holdsNumber, mayHaveSet, releasing } from './release.ts';
import { commitSession, heldUntil } from './session-commit.ts';

/** Whether the platform has to be asked before the session's number is let go. */
const leavesCallback = ({ session, progress }: SessionRecord): boolean =>
  session.mode === 'connect' && progress !== null && mayHaveSet(progress);

/** Ends the session with an error, and undoes what it did to the line and at the platform. @throws WorkLost */
export const fail = async (deps: LineDeps, held: SessionRecord, error: LineError): Promise<SessionRecord> => {
  const { session, progress } = held;
  const { code, message } = error;
  const isDue = leavesCallback(held);
  const failed = await commitSession(deps, held, (line, now) => {
    const next = afterAttempt(session.mode, line.instance, error, now);
    const releases = session.mode === 'connect' && !isDue && holdsNumber(line.instance);
    return {
      session: {
        session: { ...session, status: 'failed', error: { code, message } },
        progress: isDue && progress !== null ? { ...progress, attempts: 0 } : null,
        busyUntil: isDue ? heldUntil(deps, now) : null,
      },
      ...(releases ? releasing(deps, held, line, next, null) : { line: { instance: next } }),
    };
  });
  return cleanUp(deps, failed);
};
