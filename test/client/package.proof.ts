import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { signatureVectors } from '../../tools/signatures/vectors.ts';
import { compiler, installClient, packClient, versionsOfClient, type PackedClient } from './packed-client.ts';
import { runtimes } from './runtimes.ts';

const run = promisify(execFile);
const directory = mkdtempSync(path.join(tmpdir(), 'client-'));
const partner = path.join(directory, 'partner');
let client: PackedClient;

beforeAll(async () => {
  client = await packClient(path.join(directory, 'package'));
  await installClient(partner, client);
  await writeFile(path.join(partner, 'program.mjs'), program);
});
afterAll(() => {
  rmSync(directory, { recursive: true });
});

/** A call that is repeated, a refusal, and a webhook, genuine and forged. */
const program = `
import { createClient } from '@swift-worker/client';
import { Refusal } from '@swift-worker/client/refusal';
import { methodsOf } from '@swift-worker/client/routes';
import { NotVerified, verifyEvent } from '@swift-worker/client/webhook';

const vector = ${JSON.stringify(signatureVectors().standard_webhooks[1])};
const answers = [
  [503, { error: { code: 'temporarily_unavailable', message: 'busy' } }],
  [201, { ok: true, customer: { customer_name: 'Café 東京' } }],
  [404, { error: { code: 'not_found', message: 'no such customer' } }],
];
const keys = [];
const answer = async (url, { headers, body }) => {
  const [status, said] = answers.shift();
  keys.push(headers['idempotency-key']);
  return new Response(JSON.stringify(said), { status });
};

export const main = async () => {
  const client = createClient({
    apiUrl: 'https://api.invalid/functions/v1/swift-worker', apikey: 'a', token: 't',
    fetch: answer, wait: async () => {},
  });
  const { body } = await client.call('upsert-partner-customer', { external_customer_id: 'c', customer_name: 'ab' });
  const refused = await client.call('get-partner-customer', { customer_id: 'c' }).catch((error) => error);
  const options = { secret: vector.secrets, now: () => vector.now * 1000 };
  const event = await verifyEvent(vector, options);
  const forged = await verifyEvent({ ...vector, body: vector.body + ' ' }, options).catch((error) => error);
  return JSON.stringify({
    name: body.customer.customer_name,
    kept: keys[0] === keys[1],
    refusal: refused instanceof Refusal && refused.code,
    event: event.type,
    forged: forged instanceof NotVerified,
    methods: methodsOf['deactivate-partner-customer'].length,
  });
};
`;

test('the package has its code, types, sources and changes, and nothing else', () => {
  expect(client.files.filter((file) => !/^(dist|src)\//.test(file))).toEqual([
    'CHANGELOG.md',
    'README.md',
    'package.json',
  ]);
  expect(client.files).toEqual(expect.arrayContaining(['dist/client.js', 'dist/client.d.ts', 'src/client.ts']));
});

test('the newest entry of the changes is the version', async () => {
  const [version, newest] = await versionsOfClient();
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(newest).toBe(version);
});

test('publint finds nothing', async () => {
  const tarball = Uint8Array.from(await readFile(client.file)).buffer;
  const { messages } = await publint({ pack: { tarball }, strict: true });
  expect(messages).toEqual([]);
});

/** The package is an ES module: CommonJS takes it by `import()`, and the resolution of Node.js 10 knows no `exports`. */
const ofOtherModules = new Set(['node10', 'node16-cjs']);

test('the types are found by every resolution of ES modules', async () => {
  const result = await checkPackage(createPackageFromTarballData(Uint8Array.from(await readFile(client.file))));
  if (result.types === false) throw new Error('the package has no types');
  const problems = result.problems.filter(
    (problem) => !('resolutionKind' in problem && ofOtherModules.has(problem.resolutionKind)),
  );
  expect(problems).toEqual([]);
  const entrypoints = ['.', './import-customers', './routes', './schemas', './refusal', './webhook'];
  expect(Object.keys(result.entrypoints)).toEqual(entrypoints);
});

const typed = `
import { createClient, type Answer } from '@swift-worker/client';
import { isRefusal } from '@swift-worker/client/refusal';
import type { Customer, ReceivedEvent } from '@swift-worker/client/schemas';

export const names = async (): Promise<readonly string[]> => {
  const client = createClient({ apiUrl: 'https://api.invalid', apikey: 'a', token: () => 't' });
  const all: string[] = [];
  for await (const customer of client.items('list-partner-customers', { search: 'a' })) all.push(customer.customer_name);
  // @ts-expect-error a route that does not exist
  await client.call('no-such-route', {});
  // @ts-expect-error a parameter is missing
  await client.call('upsert-partner-customer', { external_customer_id: 'c' });
  return all;
};
export const next = (error: unknown): string | undefined =>
  isRefusal(error, 'stale_update') ? error.details?.updated_at : undefined;
export const of = (answer: Answer<{ readonly customer: Customer }>): string => answer.body.customer.customer_id;
export const kind = (event: ReceivedEvent): string => event.type;
`;

test.each(['nodenext', 'bundler'])('a program is typed with the module resolution %s', async (resolution) => {
  await writeFile(path.join(partner, 'typed.ts'), typed);
  const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
  const kind = ['--module', module, '--moduleResolution', resolution, '--lib', 'es2022,dom', '--target', 'es2022'];
  await run(process.execPath, [compiler, '--noEmit', '--strict', ...kind, 'typed.ts'], { cwd: partner });
});

for (const runtime of runtimes) {
  if (!(await runtime.isInstalled())) {
    console.log(`skipped: the packed client on ${runtime.name}, which is not installed`);
    continue;
  }
  test(`a program runs on ${runtime.name}`, async () => {
    const [line = ''] = /\{"name".*\}/.exec(await runtime.run(partner)) ?? [];
    expect(JSON.parse(line)).toEqual({
      name: 'Café 東京',
      kept: true,
      refusal: 'not_found',
      event: 'service.partner.customer.updated',
      forged: true,
      methods: 3,
    });
  });
}
