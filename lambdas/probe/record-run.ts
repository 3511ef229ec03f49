import { afterRun, readStatus, type ProbeRun } from '../domain/stage-status.ts';
import type { StatusFiles } from '../runtime/status-bucket.ts';
import { statusPage } from './status-page.ts';

const tries = 5;

/** Adds a run to the status: each one once, also when another run is stored at the same time. @throws Error when it is not stored */
export const recordRun = async (files: StatusFiles, run: ProbeRun): Promise<void> => {
  for (let left = tries; left > 0; left -= 1) {
    const stored = await files.read();
    const before = stored === null ? null : readStatus(stored.text);
    // The answer to the write was lost, and its repetition was refused.
    const isStored = before?.run === run.id;
    const status = isStored ? before : afterRun(before, run);
    if (isStored || (await files.replace(JSON.stringify(status), stored?.etag ?? null))) {
      // Of two runs at once, the earlier page may win. The next run shows both.
      await files.show(statusPage(status));
      return;
    }
  }
  throw new Error('the status changed at each try');
};
