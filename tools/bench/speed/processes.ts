import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** Processes of their own for what is measured and for what is not. */

interface StartedServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a program that calls `serve`. */
export const startServer = async (file: string, ...args: readonly string[]): Promise<StartedServer> => {
  const server = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = z.tuple([z.instanceof(Buffer)]).parse(await once(server.stdout, 'data'));
  return {
    url: `http://127.0.0.1:${port.toString().trim()}`,
    stop: async () => {
      server.stdin.end();
      await once(server, 'exit');
    },
  };
};

/** Characters of a failed process's output that are shown. A stack trace of minified code begins with the code. */
const failureLength = 2_000;

/** Runs a program that prints its figures as JSON to standard error. @param name of what it measures */
export const figuresOfProcess = async <T>(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  figures: z.ZodType<T>,
): Promise<T> => {
  const started = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const [printed] = await Promise.all([text(started.stderr), once(started, 'exit')]);
  if (started.exitCode !== 0) throw new Error(`${name} failed: ${printed.slice(-failureLength)}`);
  return figures.parse(JSON.parse(printed));
};
