import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { npm } from '../../tools/packages/npm.ts';
import { mcpProgram, packProgram } from '../../tools/packages/pack-program.ts';
import { startDescribedStack, type DescribedStack } from '../../tools/harness/described-stack.ts';
import { asNode20 } from '../docs/as-node-20.ts';

const run = promisify(execFile);
let whole: DescribedStack;
let server: string;

/** The package as it is published, installed in an empty folder without a registry. @returns its program */
const installPackage = async (folder: string): Promise<string> => {
  const built = path.join(folder, 'built');
  const { name } = await packProgram(built, mcpProgram);
  await npm(folder, 'install', '--offline', '--no-audit', '--no-fund', path.join(built, name));
  return path.join(folder, 'node_modules/@swift-worker/mcp/dist/mcp.js');
};

const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  NODE_OPTIONS: `--import ${asNode20}`,
  SWIFT_WORKER_API_URL: whole.stack.description.api_url,
  SWIFT_WORKER_PUBLISHABLE_KEY: whole.stack.description.apikey,
  SWIFT_WORKER_PARTNER_KEY: whole.partner.api_key,
});

const agents: Client[] = [];

/** An agent's program, which starts the server. */
const agentWith = async (...options: readonly string[]): Promise<Client> => {
  const agent = new Client({ name: 'test', version: '1.0.0' });
  agents.push(agent);
  await agent.connect(
    new StdioClientTransport({ command: process.execPath, args: [server, ...options], env: environment() }),
  );
  return agent;
};

beforeAll(async () => {
  whole = await startDescribedStack();
  server = await installPackage(path.join(whole.directory, 'mcp'));
});
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.close();
});
afterAll(() => whole.stop());

const customer = { external_customer_id: 'crm-4711', customer_name: 'Café Aurora' };
const Customers = z.object({ items: z.array(z.object({ customer_name: z.string() })) });

test('an agent adds a customer of the running service where commands are allowed, and finds it', async () => {
  const agent = await agentWith('--commands');
  const added = await agent.callTool({ name: 'upsert-partner-customer', arguments: customer });
  expect(added.isError).not.toBe(true);
  const found = await agent.callTool({ name: 'list-partner-customers', arguments: { search: 'crm-4711' } });
  expect(Customers.parse(found.structuredContent).items).toEqual([
    expect.objectContaining({ customer_name: 'Café Aurora' }),
  ]);
});

test('an agent reads, and changes nothing, by default', async () => {
  const agent = await agentWith();
  const read = await agent.callTool({ name: 'get-partner-delivery-health', arguments: { window_hours: 24 } });
  expect(read.structuredContent).toMatchObject({ ok: true });
  const refused = await agent.callTool({
    name: 'get-partner-customer',
    arguments: { customer_id: customer.external_customer_id },
  });
  expect(refused.isError).toBe(true);
  await expect(agent.callTool({ name: 'upsert-partner-customer', arguments: customer })).rejects.toThrow(/not found/);
});

test('a server without its keys says what to set, and ends with 2', async () => {
  const { SWIFT_WORKER_PARTNER_KEY: _, ...incomplete } = environment();
  const ended = run(process.execPath, [server], { env: incomplete });
  await expect(ended).rejects.toMatchObject({
    code: 2,
    stderr:
      'error: SWIFT_WORKER_PARTNER_KEY is not set. Set it in the configuration of the program that starts this server.\n',
  });
});

test('an address that shows the key to everybody on the way is refused, without a stack trace', async () => {
  const ended = run(process.execPath, [server, '--api', 'http://api.example/functions/v1/swift-worker'], {
    env: environment(),
  });
  await expect(ended).rejects.toMatchObject({
    code: 2,
    stderr: 'error: apiUrl must begin with https://: plain http shows the credentials to everybody on the way\n',
  });
});

test('a wrong argument ends with 2, and help and version with 0', async () => {
  await expect(run(process.execPath, [server, '--command'], { env: environment() })).rejects.toMatchObject({ code: 2 });
  const { stdout } = await run(process.execPath, [server, '--help']);
  expect(stdout).toContain('--commands');
  expect((await run(process.execPath, [server, '--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
