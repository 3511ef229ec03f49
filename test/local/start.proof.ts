import { afterEach, describe, expect, test } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lock, type Lock } from '../../local/lock.ts';
import { readStateFile } from '../../local/state-file.ts';

// Processes and threads take their time on a busy machine.
const root = path.join(import.meta.dirname, '../..');
const directory = mkdtempSync(path.join(tmpdir(), 'start-'));
const stateFile = path.join(directory, 'stack.json');
const cleanUp: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
  rmSync(directory, { recursive: true, force: true });
});

const start = (...options: string[]) => {
  const child: ChildProcess = spawn(
    process.execPath,
    ['local/start.ts', '--ephemeral', '--state', stateFile, ...options],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  cleanUp.push(() => child.kill('SIGKILL'));
  let output = '';
  const said: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      for (const check of said) check();
    });
  }
  const exited = once(child, 'exit').then(([code]: unknown[]) => ({ code, output }));
  const says = (words: string): Promise<void> =>
    new Promise((resolve, reject) => {
      said.push(() => {
        if (output.includes(words)) resolve();
      });
      void exited.then(() => {
        reject(new Error(output));
      });
    });
  return { child, exited, says };
};

/** The processes whose parent or group the process is, or was. */
const descendantsOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${candidate}/stat`, 'utf8')) ?? [];
        return Number(parent) === pid;
      } catch {
        return false;
      }
    })
    .flatMap((child) => [child, ...descendantsOf(child)]);

describe('npm start', () => {
  test('says what runs where until it is stopped, and leaves no file and no process', async () => {
    const { child, exited, says } = start('--port', '0');
    await says('Ctrl-C stops it.');
    const description = readStateFile(stateFile);
    expect((await fetch(description.api_url)).status).toBeGreaterThanOrEqual(400);
    const descendants = descendantsOf(child.pid ?? 0);
    expect(descendants.length).toBeGreaterThan(0);
    child.kill('SIGTERM');
    expect(await exited).toMatchObject({ code: 0 });
    expect(existsSync(stateFile)).toBe(false);
    expect(descendants.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    await expect(fetch(description.api_url)).rejects.toThrow();
  });

  test('stops before it is ready, too', async () => {
    const { child, exited, says } = start('--port', '0');
    await says('Starting');
    child.kill('SIGINT');
    const { code, output } = await exited;
    expect(code).toBe(1);
    expect(output).toContain('Stopped before it was ready.');
    expect(existsSync(stateFile)).toBe(false);
  });

  test('tells in a sentence that another one runs', async () => {
    const held: Lock | undefined = await lock(stateFile);
    cleanUp.push(() => held?.release());
    const { code, output } = await start().exited;
    expect([code, output]).toEqual([1, expect.stringContaining('already described by')]);
  });

  test('tells in a sentence which port is taken', async () => {
    const other: Server = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    cleanUp.push(() => other.close());
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { code, output } = await start('--port', String(port)).exited;
    expect([code, output]).toEqual([1, expect.stringContaining(`Port ${port} is taken.`)]);
  });

  test('refuses an option that it does not have', async () => {
    const { code, output } = await start('--prot', '1').exited;
    expect([code, output]).toEqual([2, expect.stringContaining("unknown option '--prot'")]);
  });
});
