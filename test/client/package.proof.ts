import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { publint } from 'publint';
import { z } from 'zod';
import { signatureVectors } from '../../tools/signatures/vectors.ts';
import { installClient, packedClient, versionsOfClient, type PackedClient } from './packed-client.ts';
import { installRuntimes, type Installed } from './runtimes.ts';

const run = promisify(execFile);
const compiler = path.join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
const directory = mkdtempSync(path.join(tmpdir(), 'client-'));
const partner = path.join(directory, 'partner');
let client: PackedClient;
let installed: Installed;

beforeAll(async () => {
  client = await packedClient(path.join(directory, 'package'));
  await installClient(partner, client);
  installed = await installRuntimes(path.join(directory, 'runtimes'));
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

const sourceMap = z.object({ sourceRoot: z.string(), sources: z.array(z.string()) });

test('source maps name sources of the package, wherever it was built', async () => {
  const maps = client.files.filter((file) => file.endsWith('.map'));
  const read = (file: string) => readFile(path.join(partner, 'node_modules/@swift-worker/client', file), 'utf8');
  const named = await Promise.all(
    maps.map(async (file) => {
      const { sourceRoot, sources } = sourceMap.parse(JSON.parse(await read(file)));
      return sources.map((source) => path.posix.join(path.posix.dirname(file), sourceRoot, source));
    }),
  );
  expect(named.flat().filter((source) => !client.files.includes(source))).toEqual([]);
  const written = client.files.filter((file) => file.startsWith('src/'));
  expect(Array.from(new Set(named.flat())).toSorted()).toEqual(written.toSorted());
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

test('the types are found by every resolution, also by that of Node.js 10, which knows no exports', async () => {
  const result = await checkPackage(createPackageFromTarballData(Uint8Array.from(await readFile(client.file))));
  if (result.types === false) throw new Error('the package has no types');
  expect(result.problems).toEqual([]);
  const entrypoints = [
    '.',
    './import-customers',
    './routes',
    './schemas',
    './refusal',
    './webhook',
    './receiver',
    './reports',
  ];
  expect(Object.keys(result.entrypoints)).toEqual(entrypoints);
});

const typed = `
import { createClient, type Answer } from '@swift-worker/client';
import { isRefusal } from '@swift-worker/client/refusal';
import { createReceiver } from '@swift-worker/client/receiver';
import { reportsOf } from '@swift-worker/client/reports';
import type { Customer, ReceivedEvent } from '@swift-worker/client/schemas';

export const names = async (): Promise<readonly string[]> => {
  const client = createClient({ apiUrl: 'https://api.invalid', apikey: 'a', token: () => 't' });
  const all: string[] = [];
  for await (const customer of client.items('list-partner-customers', { search: 'a' })) all.push(customer.customer_name);
  // @ts-expect-error a route that does not exist
  await client.call('no-such-route', {});
  // @ts-expect-error a parameter is missing
  await client.call('upsert-partner-customer', { external_customer_id: 'c' });
  // @ts-expect-error no selector
  await client.call('get-partner-customer', {});
  // @ts-expect-error no selector
  await client.call('create-customer-instance', { instance_key: 'k' });
  await client.call('get-partner-customer', { customer_id: 'c', external_customer_id: 'c' });
  const instance: { readonly instance_id: string } | { readonly instance_key: string } = { instance_key: all[0] ?? '' };
  await client.call('get-partner-instance', instance);
  return all;
};
export const next = (error: unknown): string | undefined =>
  isRefusal(error, 'stale_update') ? error.details?.updated_at : undefined;
export const of = (answer: Answer<{ readonly customer: Customer }>): string => answer.body.customer.customer_id;
export const kind = (event: ReceivedEvent): string => event.type;
export const { fetch: receive } = createReceiver({
  secret: '', webhookUrl: '', verifyToken: '',
  onEvent: kind,
  onError: console.error,
  onCallback: async (callback, subject) => {
    const client = createClient({ apiUrl: 'https://api.invalid', apikey: 'a', token: subject?.instance_id ?? '' });
    for (const reports of reportsOf(callback)) await client.call('report-partner-message-statuses', { reports });
  },
});
`;

const compile = (tsc: string, module: string, resolution: string, file: string): Promise<unknown> => {
  const kind = ['--module', module, '--moduleResolution', resolution, '--lib', 'es2022,dom', '--target', 'es2022'];
  return run(process.execPath, [tsc, '--noEmit', '--strict', ...kind, file], { cwd: partner });
};

test.each([
  ['nodenext', 'nodenext', 'typed.ts'],
  ['esnext', 'bundler', 'typed.ts'],
  ['nodenext', 'nodenext', 'typed.cts'],
])(
  'a program is typed with module %s, resolution %s, as %s, by TypeScript 5.4 and the present one',
  async (...kind) => {
    const [, , file] = kind;
    await writeFile(path.join(partner, file), typed);
    await compile(installed.oldCompiler, ...kind);
    await compile(compiler, ...kind);
  },
);

test('a program is typed with the resolution of Node.js 10', async () => {
  await writeFile(path.join(partner, 'typed-node.ts'), typed);
  await compile(installed.oldCompiler, 'commonjs', 'node', 'typed-node.ts');
});

const common = `
const { createClient } = require('@swift-worker/client');
const { Refusal } = require('@swift-worker/client/refusal');
const { importCustomers } = require('@swift-worker/client/import-customers');
const { NotVerified, verifyEvent } = require('@swift-worker/client/webhook');
const { createReceiver } = require('@swift-worker/client/receiver');

const fetch = () => Promise.resolve(new Response('{"error":{"code":"not_found","message":"no"}}', { status: 404 }));
const client = createClient({ apiUrl: 'https://api.invalid', apikey: 'a', token: 't', fetch });
const secret = 'whsec_' + btoa('0'.repeat(24));
Promise.allSettled([
  client.call('get-partner-customer', { customer_id: 'c' }),
  verifyEvent({ headers: {}, body: new Uint8Array(2) }, { secret }),
  importCustomers(client, [{ external_customer_id: 'c', customer_name: 'ab' }]).next(),
  Promise.resolve().then(() => createReceiver({ secret })),
]).then((all) => {
  const is = [Refusal, NotVerified, Refusal, TypeError];
  console.log(all.every(({ reason }, index) => reason instanceof is[index]));
});
`;

test.each(['Node.js 18', 'Node.js 20', 'Node.js 24'])('a program in CommonJS runs on %s', async (name) => {
  await writeFile(path.join(partner, 'common.cjs'), common);
  const [, command = '', args = []] = installed.nodes.find(([one]) => one === name) ?? [];
  expect((await run(command, [...args, 'common.cjs'], { cwd: partner })).stdout).toBe('true\n');
});

const names = ['Node.js 18', 'Node.js 20', 'Node.js 24', 'Deno', 'Bun', 'Workers (workerd)'];

test.each(names)('a program runs on %s', async (name) => {
  const runtime = installed.runtimes.find((one) => one.name === name);
  const [line = ''] = /\{"name".*\}/.exec((await runtime?.run(partner)) ?? '') ?? [];
  expect(JSON.parse(line)).toEqual({
    name: 'Café 東京',
    kept: true,
    refusal: 'not_found',
    event: 'service.partner.customer.updated',
    forged: true,
    methods: 3,
  });
});
