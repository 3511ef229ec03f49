import type { BegunBy } from '../runtime/run-work.ts';
import { readSession, type SessionRecord } from '../store/instances/connect-sessions.ts';
import type { WorkKey } from '../store/table/keys.ts';
import type { ConnectDeps } from './connect-deps.ts';
import { expire } from './attempt.ts';
import { cleanUp } from './clean-up.ts';
import { reopen } from './reopen.ts';
import { takeOver } from './saga.ts';

const resumed = async (deps: ConnectDeps, due: SessionRecord): Promise<void> => {
  if (due.progress !== null) await takeOver(deps, due, due.progress);
  else if (due.session.status === 'in_progress') await reopen(deps, due, null);
  else if (due.session.status === 'open') await expire(deps, due);
  else await cleanUp(deps, due);
};

/**
 * Continues a connect session that is due: its worker died, or it waited for another try. A session that has ended is
 * cleaned up. Concurrent calls are safe.
 * @throws WorkLost when another worker was faster
 */
export const resumeSession = async (
  deps: ConnectDeps,
  work: WorkKey<'connection'>,
  begunBy: BegunBy,
): Promise<void> => {
  const record = await readSession(deps.table, work.partnerId, work.instanceId, work.sessionId);
  if (record === null || record.busyUntil === null || record.busyUntil > deps.clock()) return;
  begunBy(record.requestId);
  await resumed(deps, record);
};
