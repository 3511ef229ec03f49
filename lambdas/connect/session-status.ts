import { asOf, type SessionStatus } from '../domain/connect-session.ts';
import type { Milliseconds } from '../kernel/time.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';

/**
 * The status of a session as its link shows it. A session whose worker died before it had a token cannot be resumed,
 * because the sign-up's code is used. It is open for another try.
 */
export const sessionStatusOf = ({ session, progress, busyUntil }: SessionRecord, now: Milliseconds): SessionStatus => {
  const isLost = session.status === 'in_progress' && progress === null && (busyUntil === null || busyUntil <= now);
  return asOf(isLost ? { ...session, status: 'open' } : session, now).status;
};
