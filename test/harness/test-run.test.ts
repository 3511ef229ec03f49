import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '../..');
const jest = path.join(root, 'node_modules/jest/bin/jest.js');
const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'suites-'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs suites as the suites of this project are run. @returns the exit code, and the results in the order of the names */
const runSuites = async (suites: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(suites)) await writeFile(path.join(folder, name), text);
  const config = {
    rootDir: folder,
    runtime: path.join(root, 'tools/test-run/runtime.ts'),
    testEnvironment: path.join(root, 'tools/test-run/environment.ts'),
    testMatch: ['**/*.test.ts'],
    testTimeout: 200,
    cacheDirectory: path.join(folder, 'cache'),
    injectGlobals: false,
    transform: {},
  };
  const output = path.join(folder, 'report.json');
  const parameters = ['--config', JSON.stringify(config), '--runInBand', '--json', '--outputFile', output];
  const code = await new Promise<unknown>((resolve) => {
    execFile(process.execPath, [jest, ...parameters], (error) => {
      resolve(error === null ? 0 : error.code);
    });
  });
  const { testResults } = report.parse(JSON.parse(await readFile(output, 'utf8')));
  return { code, suites: testResults.toSorted((left, right) => (left.name < right.name ? -1 : 1)) };
};

type Ran = Awaited<ReturnType<typeof runSuites>>;

const outcomes = ({ suites }: Pick<Ran, 'suites'>): readonly string[] =>
  suites.flatMap(({ assertionResults }) => assertionResults.map(({ fullName, status }) => `${fullName}: ${status}`));

const imports = `import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';\n`;

test('suites share the modules that they import, and no variables of the process', async () => {
  const text = `${imports}import { loaded } from './shared.ts';
    test('one module', () => { expect(process.env['COUNTED']).toBe(undefined); process.env['COUNTED'] = String(loaded.times += 1); });
    test('is there', () => { expect(process.env['COUNTED']).toBe(String(loaded.times)); });
    test('in suite ' + (loaded.suites += 1), () => undefined);`;
  const shared = 'export const loaded = { times: 0, suites: 0 };';
  const found = outcomes(await runSuites({ 'shared.ts': shared, 'a.test.ts': text, 'b.test.ts': text }));
  expect(found.toSorted()).toEqual([
    ...['in suite 1: passed', 'in suite 2: passed'],
    ...['is there: passed', 'is there: passed'],
    ...['one module: passed', 'one module: passed'],
  ]);
});

test('hooks of a module that several suites import are those of the suite that calls it', async () => {
  const scene = `${imports}export const opened = { times: 0 };
    export const open = () => { beforeAll(() => { opened.times += 1; }); };`;
  const text = `${imports}import { open, opened } from './scene.ts';
    const before = opened.times; open(); test('opens', () => { expect(opened.times).toBe(before + 1); });`;
  const found = outcomes(await runSuites({ 'scene.ts': scene, 'a.test.ts': text, 'b.test.ts': text }));
  expect(found).toEqual(['opens: passed', 'opens: passed']);
});

test('what fails is a failure', async () => {
  const { code, suites } = await runSuites({
    'assertion.test.ts': `${imports}describe('one', () => { test('differs', () => { expect(1).toBe(2); }); test('holds', () => { expect(1).toBe(1); }); });`,
    'hanging.test.ts': `${imports}test('hangs', () => new Promise(() => setTimeout(() => undefined, 1_000)));`,
    'hook.test.ts': `${imports}beforeAll(() => { throw new Error('no scene'); }); test('is not begun', () => undefined);`,
    'loading.test.ts': `${imports}import './missing.ts'; test('is not loaded', () => undefined);`,
    'none.test.ts': imports,
    'promise.test.ts': `${imports}test('rejects', async () => { await expect(Promise.resolve(1)).rejects.toThrow(); });`,
    'unhandled.test.ts': `${imports}test('throws later', async () => { setTimeout(() => { throw new Error('late'); }, 1); await new Promise((end) => setTimeout(end, 50)); });`,
  });
  expect(code).toBe(1);
  expect(outcomes({ suites })).toEqual([
    'one differs: failed',
    'one holds: passed',
    'hangs: failed',
    'is not begun: failed',
    'rejects: failed',
    'throws later: failed',
  ]);
  expect(suites.map(({ message }) => message)).toEqual(
    [
      /differs/,
      /Exceeded timeout of 200 ms/,
      /no scene/,
      /missing\.ts/,
      /at least one test/,
      /resolved instead/,
      /late/,
    ].map((words) => expect.stringMatching(words) as unknown),
  );
});
