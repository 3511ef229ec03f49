import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { readStateFile, type DescribedPartner, type StackDescription } from '../../local/state-file.ts';
import { addConnectedLine, addCustomer } from '../../tools/harness/stack-scene.ts';
import { callsOf, until, type WholeStack } from '../../tools/harness/whole-stack.ts';
import { npm } from '../../tools/packages/npm.ts';
import { packSandbox } from '../../tools/packages/pack-sandbox.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'sandbox-'));
const partnerFolder = path.join(directory, 'partner');

interface Taken {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
const taken: Taken[] = [];

let sandbox: ChildProcess;
let said = '';
let description: StackDescription;
let partner: DescribedPartner;
let calls: Pick<WholeStack, 'query' | 'command'>;

/** A developer's endpoint: plain HTTP on this machine. */
const endpoint: Server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
  const isHandshake = request.method === 'GET' && searchParams.get('hub.verify_token') === 'token';
  void text(request).then((body) => {
    if (request.method === 'POST')
      taken.push({ headers: z.record(z.string(), z.string()).parse(request.headers), body });
    response.writeHead(request.method === 'POST' || isHandshake ? 200 : 403);
    response.end(isHandshake ? searchParams.get('hub.challenge') : '');
  });
});

/** Runs the package by npx with the oldest Node.js that it is for, which is not the one that the service runs on. */
const run = (...words: readonly string[]): ChildProcess => {
  const oldest = path.join(partnerFolder, 'node_modules/node-20/bin');
  // Without what the surrounding `npm run` passes on. The registry may need the machine's own settings.
  const settings = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  const env = { ...settings, PATH: `${oldest}:${process.env['PATH'] ?? ''}` };
  const child = spawn('npx', ['--no', '--', 'swift-worker-sandbox', ...words], { cwd: partnerFolder, env });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return child;
};

beforeAll(async () => {
  const folder = path.join(directory, 'package');
  const { name } = await packSandbox(folder);
  await mkdir(partnerFolder);
  await writeFile(path.join(partnerFolder, 'package.json'), '{ "private": true }\n');
  const node = `node-20@npm:node-linux-${process.arch}@20.20.2`;
  await npm(partnerFolder, 'install', '--prefer-offline', '--no-audit', '--no-fund', path.join(folder, name), node);
  sandbox = run('--port', '0', '--fast-retries');
  await until(
    () => Promise.resolve(said),
    (words) => words.includes('Ctrl-C stops it.') || sandbox.exitCode !== null,
  );
  if (sandbox.exitCode !== null) throw new Error(`the sandbox ended: ${said}`);
  description = readStateFile(path.join(partnerFolder, '.local/stack.json'));
  const [first] = description.partners;
  if (first === undefined) throw new Error('no partner was seeded');
  partner = first;
  calls = callsOf(description, partner);
  endpoint.listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
});
afterAll(() => {
  sandbox.kill('SIGKILL');
  endpoint.close();
  endpoint.closeAllConnections();
  rmSync(directory, { recursive: true });
});

const arrived = (...parts: readonly string[]): Promise<Taken | undefined> =>
  until(
    () => Promise.resolve(taken.find(({ body }) => parts.every((part) => body.includes(part)))),
    (found) => found !== undefined,
  );

test('an endpoint of this machine receives events', async () => {
  const webhook_url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hooks`;
  const given = { webhook_url, platform_verify_token: 'token' };
  expect(await calls.command('POST', 'update-partner-webhook-endpoint', given)).toMatchObject({ status: 202 });
  const customer_id = await addCustomer(calls, 'C-1', 'Ada');
  await calls.command('PATCH', 'update-partner-customer', { customer_id, customer_name: 'Ada Example' });
  const { headers = {}, body = '' } = (await arrived('service.partner.customer.updated', customer_id)) ?? {};
  expect(new Webhook(partner.webhook_secret).verify(body, headers)).toMatchObject({ environment: 'local' });
});

const revealed = z.object({ platform_access_token: z.string() });
const accepted = z.object({ messages: z.tuple([z.object({ id: z.string() })]) });

test('a message is taken, its statuses follow, and a person writes', async () => {
  const customer = await addCustomer(calls, 'C-2', 'Grace');
  const { id, phoneNumberId } = await addConnectedLine(calls, customer, 'line', 'Line');
  const { body } = await calls.command('POST', 'reveal-partner-instance-platform-token', { instance_id: id });
  const response = await fetch(`${description.platform.graph_url}/${phoneNumberId}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${revealed.parse(body).platform_access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ messaging_product: 'whatsapp', to: '4930901820', type: 'text', text: { body: 'Ready' } }),
  });
  const [message] = accepted.parse(await response.json()).messages;
  for (const status of ['sent', 'delivered', 'read']) await arrived(message.id, `"status":"${status}"`);
  const listen = run('listen', 'trigger', 'platform.message.text');
  await once(listen, 'close');
  expect([listen.exitCode, said]).toEqual([0, expect.stringMatching(/platform\.message\.text {2}http:\S+ {2}200\n$/)]);
  await arrived(phoneNumberId, '"body":"Hello"');
});

test('its pages are there, and name the commands of the package', async () => {
  const { base_url: base, portal_url: portal } = description;
  const pages = ['', 'console/console.js', 'console/style.css', 'docs/', 'docs/quickstart.md'];
  for (const url of [portal, ...pages.map((page) => `${base}/${page}`)])
    expect([url, (await fetch(url)).status]).toEqual([url, 200]);
  for (const page of ['', 'console/console.js']) {
    const shown = await (await fetch(`${base}/${page}`)).text();
    expect(shown).toContain('npx @swift-worker/sandbox');
    expect(shown).not.toMatch(/npm (run|start)/);
  }
});

test('it stops also when npx is killed, and keeps its data', async () => {
  sandbox.kill('SIGKILL');
  await until(
    () => fetch(description.base_url).catch(() => null),
    (answer) => answer === null,
  );
  expect(existsSync(path.join(partnerFolder, '.local/stack.json'))).toBe(false);
  expect(said).toMatch(/Stopping\n$/);
  expect(existsSync(path.join(partnerFolder, '.local/data'))).toBe(true);
});
