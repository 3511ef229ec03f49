import { Client as McpClient } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createServer } from '../../packages/mcp/src/server.ts';
import { loadedRoutes } from '../../tools/openapi/loaded-routes.ts';
import { serviceWith, stopServices, type Reply } from '../client/scripted-service.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  stopServices();
});

const answer =
  (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

/** An agent whose server calls a service with these replies. */
const agentOf = async (replies: readonly Reply[], options: Parameters<typeof createServer>[1] = {}) => {
  const service = await serviceWith(replies);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = await createServer(service.client, options);
  await server.connect(far);
  const agent = new McpClient({ name: 'test', version: '1.0.0' });
  await agent.connect(near);
  closing.push(() => agent.close());
  return { agent, service };
};

const textOf = (content: readonly { readonly type: string; readonly text?: unknown }[]): string =>
  content.map(({ text }) => String(text)).join('\n');

const namesOf = async (agent: McpClient): Promise<readonly string[]> =>
  (await agent.listTools()).tools.map(({ name }) => name).toSorted();

const queries = loadedRoutes.filter(({ methods }) => methods.includes('GET')).map(({ route }) => route);
const withSecret = [
  'issue-partner-api-key',
  'reveal-partner-instance-platform-token',
  'rotate-partner-webhook-secret',
] as const;

describe('the tools', () => {
  test('are the queries by default', async () => {
    const { agent } = await agentOf([]);
    expect(await namesOf(agent)).toEqual(queries.toSorted());
    const { tools } = await agent.listTools();
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  });

  // A program may carry out without a question what is read-only and closed.
  test('say what a command may do: it is no reading, and may call the addresses that it is given', async () => {
    const { agent } = await agentOf([], { commands: true });
    const { tools } = await agent.listTools();
    const [reading, changing] = [true, false].map((isQuery) =>
      tools.filter(({ name }) => queries.some((query) => query === name) === isQuery),
    );
    const hints = (some: typeof tools = []) => new Set(some.map(({ annotations }) => JSON.stringify(annotations)));
    expect([...hints(reading)]).toEqual(['{"readOnlyHint":true,"openWorldHint":false}']);
    expect([...hints(changing)]).toEqual([
      '{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":false,"openWorldHint":true}',
    ]);
    const given = tools.filter(({ inputSchema }) => 'webhook_url' in (inputSchema.properties ?? {}));
    expect(given.map(({ annotations }) => annotations?.openWorldHint)).toEqual([true, true]);
  });

  test('include the commands where they are allowed, but none whose answer has a secret', async () => {
    const { agent } = await agentOf([], { commands: true });
    const expected = loadedRoutes.map(({ route }) => route).filter((route) => !withSecret.some((one) => one === route));
    expect(await namesOf(agent)).toEqual(expected.toSorted());
  });

  test('take no secret', async () => {
    const { agent } = await agentOf([], { commands: true });
    const { tools } = await agent.listTools();
    const parameters = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
    expect(parameters).toContain('webhook_url');
    expect(parameters.filter((name) => /secret|token|api_?key|password/.test(name))).toEqual([]);
  });

  test('are described, each with the parameters of its route', async () => {
    const { agent } = await agentOf([], { commands: true });
    const { tools } = await agent.listTools();
    expect(tools.filter(({ description = '' }) => description.length < 20)).toEqual([]);
    const one = tools.find(({ name }) => name === 'get-partner-merge');
    expect(one?.inputSchema).toMatchObject({
      properties: { source_customer_id: { format: 'uuid' } },
      required: ['source_customer_id'],
    });
  });
});

describe('a call of a tool', () => {
  test('is a call of the route with the arguments as its parameters', async () => {
    const body = { ok: true, partner_id: 'p', items: [], page: 1, page_size: 5, total: 0, pages: 0 };
    const { agent, service } = await agentOf([answer(200, body)]);
    const result = await agent.callTool({
      name: 'list-partner-customers',
      arguments: { search: 'Café', page_size: 5 },
    });
    expect(result.structuredContent).toEqual(body);
    expect(JSON.parse(textOf(result.content))).toEqual(body);
    const [request] = service.received;
    expect([request?.method, Object.fromEntries(request?.url.searchParams ?? [])]).toEqual([
      'GET',
      { route: 'list-partner-customers', search: 'Café', page_size: '5' },
    ]);
  });

  test('gives the idempotency key of a command to the service', async () => {
    const { agent, service } = await agentOf([answer(200, { ok: true })], { commands: true });
    await agent.callTool({
      name: 'upsert-partner-customer',
      arguments: { external_customer_id: 'c-1', customer_name: 'Aurora', idempotency_key: 'order-1881' },
    });
    const [request] = service.received;
    expect(request?.headers['idempotency-key']).toBe('order-1881');
    expect(JSON.parse(request?.body ?? '')).toEqual({
      route: 'upsert-partner-customer',
      external_customer_id: 'c-1',
      customer_name: 'Aurora',
    });
  });

  test.each([
    ['an unknown parameter', { serach: 'x' }],
    ['a value of another type', { page_size: 'many' }],
  ])('is refused before it is sent when it has %s', async (_what, given) => {
    const { agent, service } = await agentOf([answer(200, { ok: true })]);
    const result = await agent
      .callTool({ name: 'list-partner-customers', arguments: given })
      .catch((error: unknown) => ({
        isError: true,
        content: [{ type: 'text', text: String(error) }],
      }));
    expect(result.isError).toBe(true);
    expect(textOf(result.content)).toContain(Object.keys(given)[0]);
    expect(service.received).toEqual([]);
  });

  const url = 'https://connect.example/connect/c0ffee';
  const answers = { ok: true, instance: { id: 'i' }, session: { id: 's', url, status: 'pending' } };
  const connecting = [
    ['create-customer-instance', { partner_customer_id: '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80', instance_key: 'k' }],
    ['create-connect-session', { instance_id: '0197e3a1-5c1e-7d2a-9b5e-3f1c2a4d6e80' }],
  ] as const;

  test.each(connecting)('%s hides the connect link, which connects a line for whoever has it', async (name, given) => {
    const { agent } = await agentOf([answer(201, answers)], { commands: true });
    const result = await agent.callTool({ name, arguments: given });
    expect(JSON.stringify(result)).not.toContain('c0ffee');
    expect(result.structuredContent).toMatchObject({
      instance: { id: 'i' },
      session: { id: 's', status: 'pending', url: expect.stringContaining('--connect-links') as unknown },
    });
  });

  test.each(connecting)('%s shows the connect link where it is allowed', async (name, given) => {
    const { agent } = await agentOf([answer(201, answers)], { commands: true, connectLinks: true });
    const result = await agent.callTool({ name, arguments: given });
    expect(result.structuredContent).toMatchObject({ session: { url } });
  });

  test('of a command that is not offered is refused', async () => {
    const { agent, service } = await agentOf([answer(200, { ok: true })]);
    const given = { external_customer_id: 'c-1', customer_name: 'Aurora' };
    await expect(agent.callTool({ name: 'upsert-partner-customer', arguments: given })).rejects.toThrow(/not found/);
    expect(service.received).toEqual([]);
  });

  test('says what the service refused, with the details and the request id', async () => {
    const details = [{ field: 'window_hours', rule: 'maximum' }];
    const refusal = { error: { code: 'validation_failed', message: 'window_hours is too large', details } };
    const { agent } = await agentOf([answer(400, refusal, { 'x-request-id': 'r-1' })]);
    const result = await agent.callTool({ name: 'get-partner-delivery-health', arguments: {} });
    expect(result.isError).toBe(true);
    expect(textOf(result.content)).toBe(
      `400 validation_failed: window_hours is too large\ndetails: ${JSON.stringify(details)}\nrequest id: r-1`,
    );
  });

  test('names the key of a command whose answer was lost, so that it is carried out once', async () => {
    const lost: Reply = (response) => response.destroy();
    const { agent, service } = await agentOf([lost], { commands: true });
    const result = await agent.callTool({ name: 'retry-partner-webhook-migration', arguments: {} });
    expect(result.isError).toBe(true);
    const key = service.received[0]?.headers['idempotency-key'];
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect(textOf(result.content)).toContain(`idempotency_key ${String(key)}`);
  });

  test.each([
    [
      503,
      { ok: false, error: { code: 'temporarily_unavailable', message: 'try again with the same Idempotency-Key' } },
    ],
    [504, { message: 'Endpoint request timed out' }],
  ])('names the key of a command that may be sent again (%i)', async (status, body) => {
    const { agent, service } = await agentOf([answer(status, body)], { commands: true });
    const result = await agent.callTool({ name: 'retry-partner-webhook-migration', arguments: {} });
    const key = service.received[0]?.headers['idempotency-key'];
    expect(textOf(result.content)).toContain(`idempotency_key ${String(key)}`);
  });
});
