import { asOf, type SessionStatus } from '../domain/connect-session.ts';
import type { Milliseconds } from '../domain/time.ts';
import type { SessionRecord } from '../store/instances/connect-sessions.ts';

/**
 * How a session stands for whoever holds its link. One whose worker died before it had a token has nothing to resume:
 * the sign-up's code is spent, so the link is good for another try.
 */
export const sessionStatusOf = ({ session, progress, busyUntil }: SessionRecord, now: Milliseconds): SessionStatus => {
  const isLost = session.status === 'in_progress' && progress === null && (busyUntil === null || busyUntil <= now);
  return asOf(isLost ? { ...session, status: 'open' } : session, now).status;
};
