import type { ConnectDeps } from './connect-deps.ts';
import { sessionRecordOf, type SessionRecord } from '../store/instances/connect-sessions.ts';
import type { Key } from '../store/table/keys.ts';
import { getItem } from '../store/table/read.ts';
import { reopen } from './attempt.ts';
import { cleanUp } from './clean-up.ts';
import { takeOver } from './saga.ts';
import { SessionLost } from './session-commit.ts';

const resumed = async (deps: ConnectDeps, due: SessionRecord): Promise<void> => {
  if (due.progress !== null) await takeOver(deps, due, due.progress);
  else if (due.session.status === 'in_progress') await reopen(deps, due, null);
  else await cleanUp(deps, due);
};

/**
 * Goes on with the connect session under the key, when it is due: its worker died, or it waited for another try. One that
 * has ended is rid of what it left behind. Safe to be called at any time, by several at once.
 */
export const resumeSession = async (deps: ConnectDeps, key: Key): Promise<void> => {
  const item = await getItem(deps.table, key);
  const record = item === undefined ? null : sessionRecordOf(item);
  if (record === null || record.busyUntil === null || record.busyUntil > deps.clock()) return;
  try {
    await resumed(deps, record);
  } catch (error) {
    // Somebody else was faster, and has it now.
    if (!(error instanceof SessionLost)) throw error;
  }
};
