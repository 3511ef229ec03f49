import { createHmac, randomBytes } from 'node:crypto';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { openLink } from '../../demo/end-customer.ts';
import { signedHeaders } from '../../lambdas/domain/webhook/signature.ts';
import { startWholeStack, until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { missingFrom, programsOf, snippetsOf } from './guide.ts';
import { installCurl } from './install-curl.ts';

const root = path.join(import.meta.dirname, '../..');
/** The guides say that their programs run on Node.js 20. */
const asNode20 = path.join(import.meta.dirname, 'node-20.mjs');
const directory = mkdtempSync(path.join(tmpdir(), 'guides-'));
const run = promisify(execFile);
let whole: WholeStack;

/** The client as it is published, and a command `curl`. */
const install = async (): Promise<void> => {
  const client = path.join(directory, 'node_modules/@swift-worker/client');
  await cp(path.join(root, 'packages/client'), client, { recursive: true });
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [
    compiler,
    '-p',
    path.join(root, 'packages/client'),
    '--outDir',
    path.join(client, 'dist'),
  ]);
  installCurl(directory);
};

beforeAll(async () => {
  [whole] = await Promise.all([startWholeStack(), install()]);
});
afterAll(async () => {
  await whole.stack.stop();
  rmSync(directory, { recursive: true });
});

const environment = (more: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const { api_url, apikey } = whole.stack.description;
  const { api_key, receiver_url, verify_token, webhook_secret } = whole.partner;
  return {
    PATH: `${path.join(directory, 'bin')}:${process.env['PATH'] ?? ''}`,
    ...{ API_URL: api_url, APIKEY: apikey, PARTNER_KEY: api_key },
    ...{ WEBHOOK_URL: receiver_url, VERIFY_TOKEN: verify_token, WEBHOOK_SECRET: webhook_secret },
    ...more,
  };
};

let programs = 0;
const begin = (text: string, more: Readonly<Record<string, string>> = {}): ChildProcess => {
  programs += 1;
  const file = path.join(directory, `program-${programs}.mjs`);
  writeFileSync(file, text);
  return spawn(process.execPath, ['--import', asNode20, file], {
    env: environment(more),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
};

/** Runs a program to its end. @returns its output */
const runProgram = async (
  text: string,
  onLine: (line: string) => Promise<void> = () => Promise.resolve(),
  more: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const child = begin(text, more);
  if (child.stdout === null) throw new Error('no output');
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    await onLine(line);
  }
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  return said.join('\n');
};

/** Opens the link in a program's output, as the customer does. */
const playCustomer = async (line: string): Promise<void> => {
  const [link] = /https?:\S+\/connect\/\S+/.exec(line) ?? [];
  if (link !== undefined) await openLink(link);
};

const pages = ['README.md', 'customers.md', 'lines.md', 'events.md', 'delivery.md', 'errors.md'];

describe.each(pages)('the commands of partners/%s', (page) => {
  const snippets = snippetsOf(`partners/${page}`);

  test('print what the page shows below them', async () => {
    for (const [index, { language, text }] of snippets.entries()) {
      if (language !== 'sh') continue;
      const { stdout } = await run('sh', ['-euc', text], { env: environment() });
      const example = snippets[index + 1];
      expect(example?.language).toBe('json');
      expect([text, missingFrom(JSON.parse(stdout), JSON.parse(example?.text ?? ''))]).toEqual([text, []]);
    }
  });
});

const programOf = (page: string, number = 0): string => programsOf(snippetsOf(`partners/${page}`))[number] ?? '';

test('the program of the portal page reads a member’s inbox and keeps a preference', async () => {
  const [program = ''] = programsOf(snippetsOf('portal.md'));
  const [owner] = whole.partner.members;
  expect(await runProgram(program, undefined, { MEMBER_TOKEN: owner?.jwt ?? '' })).toBe('0 0\nfalse');
});

test('the client of the overview is made', async () => {
  expect(await runProgram(programOf('README.md'))).toBe('');
});

test('the guide to customers onboards, finds and changes them', async () => {
  const said = await runProgram(programOf('customers.md'));
  expect(said).toMatch(/^new [0-9a-f-]{36}\nnew [0-9a-f-]{36}\nBakery Sunrise \S+Z\nCafé 東京\n/);
  expect(said).toContain('changed meanwhile: ');
  expect(said).toContain("{ customer_name: 'Bakery Sunrise' } { customer_name: 'Bakery Daybreak' }");
});

test('the guide to lines connects one, shows its token and deactivates it', async () => {
  const said = await runProgram(programOf('lines.md'), playCustomer);
  expect(said).toMatch(/\nconnected active true\na token of some length\ninactive released$/);
});

test('the endpoint of the guide to events passes the handshake, and accepts requests of the service and the platform only', async () => {
  const port = 20_000 + (process.pid % 20_000);
  const url = `http://127.0.0.1:${port}/hooks/${randomBytes(16).toString('hex')}`;
  const server = begin(programOf('events.md'), { PORT: String(port), WEBHOOK_URL: url });
  const handshake = (token: string): Promise<Response> =>
    fetch(`${url}?hub.mode=subscribe&hub.challenge=4711&hub.verify_token=${encodeURIComponent(token)}`);
  try {
    const answer = await until(
      () => handshake(whole.partner.verify_token).catch(() => null),
      (found) => found !== null,
    );
    expect([answer?.status, await answer?.text()]).toEqual([200, '4711']);
    expect((await handshake('another')).status).toBe(403);
    const body = JSON.stringify({ id: 'e-1', type: 'service.ping', data: {} });
    const headers = { ...signedHeaders([whole.partner.webhook_secret], 'e-1', Date.now(), Buffer.from(body)) };
    const post = async (to: string, more: Record<string, string>, sent: string): Promise<number> =>
      (await fetch(to, { method: 'POST', headers: more, body: sent })).status;
    expect(await post(url, headers, body)).toBe(200);
    expect(await post(url, headers, `${body} `)).toBe(400);
    // The platform's own request, signed with the secret of an app that the partner does not have.
    const callback = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
    const mac = createHmac('sha256', 'secret of the app').update(callback).digest('hex');
    const platform = { 'x-hub-signature-256': `sha256=${mac}` };
    expect(await post(url, platform, callback)).toBe(200);
    expect(await post(`http://127.0.0.1:${port}/hooks/guessed`, platform, callback)).toBe(400);
    expect(await post(url, {}, callback)).toBe(400);
  } finally {
    server.kill();
    await once(server, 'exit');
  }
});

test('the guide to events registers the endpoint', async () => {
  expect(await runProgram(programOf('events.md', 1))).toMatch(/^true\ntrue \w+$/);
});

const connected = z.object({ instance: z.object({ platform_phone_number_id: z.string() }) });
const made = z.object({ session: z.object({ url: z.string() }) });

test('the guide to delivery reports shows what was reported', async () => {
  const customer = { external_customer_id: 'delivery', customer_name: 'Delivery' };
  await whole.command('POST', 'upsert-partner-customer', customer);
  const instance = { external_customer_id: 'delivery', instance_key: 'delivery' };
  await openLink(made.parse((await whole.command('POST', 'create-customer-instance', instance)).body).session.url);
  const { body } = await whole.query('get-partner-instance', { instance_key: 'delivery' });
  const { platform_phone_number_id: number } = connected.parse(body).instance;
  const said = await runProgram(programOf('delivery.md'), undefined, { PHONE_NUMBER_ID: number });
  expect(said).toMatch(/^false\ntrue\n\[ 201, 201, 201 \]\n\w+ \{/);
  await until(
    async () => (await whole.query('search-partner-delivery-events')).body['total'],
    (total) => total === 6,
  );
});

test('the guide to errors is correct about keys and refusals', async () => {
  expect(await runProgram(programOf('errors.md'))).toMatch(/^false true true\n404 not_found \S/);
});
