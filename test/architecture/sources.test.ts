import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { layoutBreachesOf } from './layout-rules.ts';
import { root, rooms } from './planted.ts';
import { realClocks } from './real-clocks.ts';
import { breachesOf, sourceRules } from './source-rules.ts';

interface Source {
  readonly file: string;
  readonly text: string;
}

/** Every file of code of the project's own. */
const sources = async (): Promise<readonly Source[]> => {
  const listed = await Promise.all(
    rooms.map(async (room) =>
      (await readdir(path.join(root, room), { recursive: true })).map((name) => `${room}/${name}`),
    ),
  );
  const files = listed.flat().filter((file) => /\.(tsx?|mjs)$/.test(file));
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })));
};

describe('the sources', () => {
  it('keep to the rules of what stands in a file', async () => {
    expect((await sources()).flatMap(({ file, text }) => breachesOf(file, text))).toEqual([]);
  });

  it('keep to the rules of names', async () => {
    const all = await sources();
    expect(all.length).toBeGreaterThan(100);
    expect(all.flatMap(({ file, text }) => layoutBreachesOf(file, text))).toEqual([]);
  });
});

it('no test is excused from its clock that has none', async () => {
  const kept = (await sources()).filter(({ file, text }) => {
    const renamed = file.replace(/^(test|tools\/harness)\//, '$1/a/');
    return realClocks.has(file) && breachesOf(renamed, text).length > 0;
  });
  expect(new Set(kept.map(({ file }) => file))).toEqual(new Set(realClocks.keys()));
});

describe('a planted breach is found', () => {
  const clock = 'the clock and the dice are given in';
  const randomness = 'randomness is given in';
  const clients = 'only handlers and the runtime open SDK clients';
  const limits = 'SDK clients have limits of time';
  const ending = 'what a function calls ends with its invocation';
  const realTime = 'a test depends on no real time, or says why';
  const token = 'few modules open the token of a line';
  const own = 'a file has something of its own';
  const errors = 'errors that callers act on are classes of kernel/errors.ts';
  const spread = 'no literal is spread into a literal';
  const terminal = 'command lines write by packages/terminal';
  const alone = 'no test is left out, or runs alone';
  const back = 'a mock of a class is restored';
  const texts = 'the portal joins texts by pieces/isolated.ts';
  const hooks = 'a hook that suites share is in a function that they call';
  const kms = "import { KMSClient } from '@aws-sdk/client-kms';\nexport const it = new KMSClient();";
  const planted: readonly (readonly [string, string, string])[] = [
    [clock, 'lambdas/api/a.ts', 'export const now = () => Date.now();'],
    [token, 'lambdas/lines/a.ts', "export const context = { purpose: 'platform_token' };"],
    [token, 'lambdas/connect/a.ts', 'export const context = platformTokenContext(partnerId, id);'],
    [clock, 'lambdas/domain/a.ts', 'export const now = new Date();'],
    [clock, 'packages/time-index/src/a.ts', 'export const now = () => Date.now();'],
    [clock, 'lambdas/store/a.ts', 'export const now = Date();'],
    [clock, 'lambdas/functions/dispatcher.ts', 'export const clock = Date.now;'],
    [clock, 'lib/a.ts', 'export const at = Math.random();'],
    [clock, 'lambdas/platform/a.ts', 'export const at = performance.now();'],
    [randomness, 'lambdas/store/a.ts', "import { randomUUID } from 'node:crypto';"],
    [limits, 'lambdas/store/a.ts', kms],
    [limits, 'lambdas/runtime/a.ts', kms],
    [limits, 'lambdas/functions/dispatcher.ts', kms],
    [clients, 'lambdas/store/a.ts', 'export const it = openClient(SQSClient);'],
    [clients, 'lambdas/api/operations/a/b.ts', 'export const it = callsWithin(DynamoDBDocumentClient.from(it), end);'],
    [ending, 'lambdas/runtime/a.ts', 'export const it = DynamoDBDocumentClient.from(openClient(DynamoDBClient));'],
    [ending, 'lambdas/functions/a.ts', 'export const handler = (event: unknown) => Promise.resolve(event);'],
    [realTime, 'test/api/a.test.ts', 'const now = Date.now();'],
    [realTime, 'test/api/a.ts', 'setTimeout(() => undefined, 10);'],
    [realTime, 'test/api/a.ts', "import { setTimeout as wait } from 'node:timers/promises';"],
    [realTime, 'test/api/a.ts', 'export const signal = AbortSignal.timeout(10);'],
    [errors, 'lambdas/store/a.ts', 'export class Lost extends Error {}'],
    [
      errors,
      'lambdas/domain/a.ts',
      "import { Contended } from './errors.ts';\nclass Lost extends Contended {}\nexport const lost = new Lost();",
    ],
    [own, 'lambdas/domain/a.ts', "export * from './b.ts';\nexport { c } from './c.ts';"],
    [spread, 'lib/a.ts', 'export const a = { ...{ b: 1 }, c: 2 };'],
    [terminal, 'operator/a.ts', "process.stdout.write('a');"],
    [terminal, 'demo/a.ts', 'const out = process.stderr;'],
    [terminal, 'listen/a.ts', 'const { stdout } = process;'],
    [terminal, 'scripts/a/b.ts', "import { stdout } from 'node:process';"],
    [terminal, 'local/console/a.ts', "console.warn('a');"],
    [alone, 'test/a.test.ts', "it.only('a', () => {});"],
    [alone, 'test/a.proof.ts', "it.only('a', () => {});"],
    [alone, 'test/a.test.ts', "describe\n  .skip('a', () => {});"],
    [back, 'test/a.test.ts', 'const sqs = mockClient(SQSClient);'],
    [texts, 'portal/src/a.ts', "export const a = names.join(' · ');"],
    [texts, 'portal/src/a.ts', 'export const a = `${name} · `;'],
    [texts, 'portal/src/a.tsx', 'export const a = <p>{was} → {now}</p>;'],
    [hooks, 'test/a.ts', 'beforeAll(() => undefined);'],
    [hooks, 'tools/harness/a.ts', 'afterEach(() => undefined);'],
    [hooks, 'test/a.ts', "describe.each([1])('a', () => undefined);"],
  ];

  it.each(planted)('%s: %s', (rule, file, text) => {
    expect(breachesOf(file, text)).toEqual([expect.stringMatching(new RegExp(`^${file}:\\d+: ${rule}$`))]);
  });

  it('for every rule', () => {
    expect(new Set(planted.map(([rule]) => rule))).toEqual(new Set(sourceRules.map(({ name }) => name)));
  });

  it.each([
    ['lambdas/runtime/clock.ts', 'export const now = () => Date.now();'],
    ['local/a.ts', 'export const now = new Date();'],
    ['lambdas/kernel/errors.ts', 'export class Lost extends Error {}'],
    ['lambdas/domain/a.ts', 'export class Lost extends Lru {}'],
    ['lambdas/domain/a.ts', 'export const at = new Date(0);\nexport const now = Date.parse(it);'],
    [
      'lambdas/functions/dispatcher.ts',
      "import { randomBytes } from 'node:crypto';\nexport const it = openClient(KMSClient);",
    ],
    ['lambdas/domain/a.ts', "import { createHash } from 'node:crypto';"],
    ['lambdas/domain/a.ts', "export { b } from './b.ts';\nexport const c = 1;"],
    ['test/a.test.ts', 'const sqs = mockClient(client);\nbeforeAll(() => undefined);'],
    ['test/a.test.ts', 'const sqs = mockClient(SQSClient);\nafterAll(() => sqs.restore());'],
    ['operator/a.ts', "const { pid } = process;\nprocess.stderr.on('error', () => pid > process.stdout.columns);"],
    ['local/console/browser/a.ts', "console.warn('a');"],
    ['portal/src/a.tsx', "export const a = <p>{joined([was, now], ' → ')}</p>;"],
    ['tools/a.ts', "process.stdout.write('a');"],
    ['test/a.ts', 'export const open = () => {\n  beforeAll(() => undefined);\n};'],
  ])('but not in %s: %s', (file, text) => {
    expect(breachesOf(file, text)).toEqual([]);
  });

  it.each([
    ['lambdas/api/utils/a.ts', ''],
    ['lib/helpers.ts', ''],
    ['test/common/a.test.ts', ''],
    ['local/index.ts', ''],
    ['local/httpApi.ts', ''],
    ['local/Http_api/a.ts', ''],
    ['lambdas/domain/a.ts', '/** An item of DynamoDB. */'],
  ])('in %s', (file, text) => {
    expect(layoutBreachesOf(file, text)).toEqual([expect.stringContaining(`${file}: `)]);
  });
});
