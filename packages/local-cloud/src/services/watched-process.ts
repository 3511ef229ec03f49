import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** A child process that ends when this process ends. */
export interface WatchedProcess {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves with the exit code; above 128 it was ended by a signal. */
  readonly exited: Promise<number>;
  /** @param grace milliseconds between SIGTERM and SIGKILL; 0: SIGKILL at once */
  stop(grace: number): Promise<void>;
}

/**
 * A shell starts the child and reads a pipe of this process. A line on the pipe sends SIGTERM to the child; the end of the
 * pipe kills it. The pipe ends with this process, also after SIGKILL. The shell has a session of its own, so that Ctrl-C
 * reaches the child only through this process.
 */
const watch = `
exec 3<&0
"$@" </dev/null 3<&- &
child=$!
( while read -r line; do kill -TERM "$child"; done; kill -KILL "$child" ) <&3 2>/dev/null >/dev/null &
watcher=$!
exec 3<&-
wait "$child"
code=$?
kill "$watcher"
exit "$code"
`;

export const startWatchedProcess = (
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): WatchedProcess => {
  const child = spawn('/bin/sh', ['-c', watch, 'sh', command, ...args], { ...options, detached: true, stdio: 'pipe' });
  const exited = new Promise<number>((resolve) => {
    child.once('error', () => {
      resolve(127);
    });
    child.once('exit', (code, signal) => {
      child.stdin.destroy();
      resolve(code ?? (signal === null ? 1 : 128));
    });
  });
  // Writing to a child that has just ended is not an error.
  child.stdin.on('error', () => undefined);
  return {
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    stop: async (grace) => {
      if (grace === 0) child.stdin.end();
      else child.stdin.write('end\n');
      const timer = setTimeout(() => child.stdin.end(), grace);
      await exited;
      clearTimeout(timer);
    },
  };
};
