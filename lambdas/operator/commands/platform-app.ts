import * as z from 'zod/mini';
import { isoOf } from '../../kernel/time.ts';
import { command } from '../command.ts';
import { examineApp } from '../examine-app.ts';

/** The app's settings at the platform. The command line adds what is missing, and the remedies. */
export const showPlatformApp = command({
  input: z.object({}),
  run: async (deps, run) => ({ at: isoOf(run.now), app: await examineApp(deps) }),
});
