import type { ConnectProgress } from '../../domain/connect-session.ts';
import type { ConnectDeps } from '../connect-deps.ts';
import { isSubscribed, subscribeApp } from '../../platform/callbacks.ts';
import type { SessionRecord } from '../../store/instances/connect-sessions.ts';
import { accessOf } from '../access.ts';
import { commitSession, heldUntil } from '../session-commit.ts';

/** Subscribes the app to the business account. Where it is already, subscribing would clear an override that is not ours. */
export const subscribe = async (
  deps: ConnectDeps,
  held: SessionRecord,
  progress: ConnectProgress,
): Promise<SessionRecord> => {
  const access = await accessOf(deps, held, progress);
  const { id } = await deps.app();
  if (!(await isSubscribed(deps.platform, access, id))) await subscribeApp(deps.platform, access);
  return commitSession(deps, held, (_line, now) => ({
    session: { progress: { ...progress, step: 'subscribed', attempts: 0 }, busyUntil: heldUntil(deps, now) },
  }));
};
