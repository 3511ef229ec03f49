import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether a command is there, and ends well: some tests need more than a machine must have. */
export const hasCommand = (
  command: string,
  args: readonly string[] = ['--version'],
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> =>
  promisify(execFile)(command, args, { env }).then(
    () => true,
    () => false,
  );
