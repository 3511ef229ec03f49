import type { InstanceError } from '../../domain/instance.ts';
import { isoOf } from '../../kernel/time.ts';
import { work } from '../../kernel/work.ts';
import { isTransient, PlatformError } from '../../platform/errors.ts';
import { requestSync, syncedBefore, tooLateToSync } from '../../platform/history-sync.ts';
import { accessOf } from '../access.ts';
import type { ConnectDeps } from '../connect-deps.ts';
import { commitProgress } from '../session-commit.ts';
import type { Step } from '../step.ts';

/** Why nothing is synchronised; null when it was before: the answer of a request was lost. @throws other errors */
const refusalOf = (deps: ConnectDeps, error: unknown): InstanceError | null => {
  if (!(error instanceof PlatformError)) throw error;
  if (error.code === syncedBefore) return null;
  const code = error.code === tooLateToSync ? 'sync_too_late' : 'sync_refused';
  return { code, message: error.message, at: isoOf(deps.clock()) };
};

/** Requests the next synchronisation. The connection is made without it when the platform refuses. */
export const synchronise: Step = async (deps, held, progress) => {
  const [next, ...syncs] = progress.syncs;
  if (next === undefined) return held;
  const access = await accessOf(deps, held, progress);
  let error = progress.sync_error;
  try {
    await requestSync(deps.platform, access, next);
  } catch (reason) {
    if (isTransient(reason) && progress.attempts + 1 < work.connection.retry.tries) throw reason;
    error = refusalOf(deps, reason) ?? error;
  }
  return commitProgress(deps, held, { ...progress, syncs, sync_error: error, attempts: 0 });
};
