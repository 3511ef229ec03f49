import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '..', '..');

interface Run {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** The command on a machine without credentials. */
const run = (...words: readonly string[]): Promise<Run> =>
  new Promise((resolve) => {
    const environment = {
      PATH: path.dirname(process.execPath),
      HOME: path.join(tmpdir(), 'nobody'),
      AWS_EC2_METADATA_DISABLED: 'true',
    };
    execFile(
      process.execPath,
      ['scripts/preflight.ts', ...words],
      { cwd: root, env: environment },
      (error, out, text) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, error: text });
      },
    );
  });

const items = z.object({
  stage: z.string(),
  ready: z.boolean(),
  items: z.array(z.object({ name: z.string(), state: z.string(), found: z.string(), cure: z.string().nullable() })),
});

test('without credentials the command says so, and ends with 1', async () => {
  const { code, out } = await run('--stage', 'staging');
  expect([code, out]).toEqual([1, expect.stringMatching(/^missing\s+credentials.*\n\s+→ .*AWS_PROFILE/)]);
});

test('a program gets the same as JSON', async () => {
  const { code, out } = await run('--stage', 'production', '--json');
  const printed = items.parse(JSON.parse(out));
  expect([code, printed.stage, printed.ready, printed.items[0]?.name]).toEqual([1, 'production', false, 'credentials']);
});

test('the help says what it is for, and a stage has to be named', async () => {
  expect((await run('--help')).out).toContain('--stage <stage>');
  const { code, error } = await run();
  expect([code, error]).toEqual([2, expect.stringContaining("required option '--stage <stage>' not specified")]);
});
