import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ConnectionLost, createClient, type Client } from '../../demo/client.ts';

type Answer = (response: ServerResponse) => void;
interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const servers: Server[] = [];
const clients: Client[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A service that gives these answers in turn, the last one for ever. */
const serviceWith = async (...answers: readonly Answer[]) => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = answers[Math.min(received.length, answers.length - 1)];
      received.push({ method: request.method, url: request.url, headers: request.headers, body });
      answer?.(response);
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const waits: number[] = [];
  const access = { api_url: `http://127.0.0.1:${port}/v1`, apikey: 'pk', api_key: 'partner' };
  const client = createClient(access, (milliseconds) => Promise.resolve(waits.push(milliseconds)));
  clients.push(client);
  return { client, received, waits };
};

const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const hangUp: Answer = (response) => response.socket?.destroy();
const fine = answer(200, { ok: true });
const error = (code: string) => ({ error: { code, message: code } });
const command = { method: 'POST', parameters: { route: 'x', name: '東京' }, idempotencyKey: 'key-1-key' } as const;

describe('the client', () => {
  it('asks in the query, commands in the body, with who calls in the headers', async () => {
    const { client, received } = await serviceWith(fine);
    await client.call({ method: 'GET', parameters: { route: 'list', search: 'a&b ü' } });
    await client.call(command);
    expect(received[0]).toMatchObject({ method: 'GET', url: '/v1?route=list&search=a%26b+%C3%BC', body: '' });
    expect(received[0]?.headers).toMatchObject({ apikey: 'pk', authorization: 'Bearer partner' });
    expect(received[1]).toMatchObject({ method: 'POST', url: '/v1', body: '{"route":"x","name":"東京"}' });
    expect(received[1]?.headers).toMatchObject({ 'idempotency-key': 'key-1-key', 'content-type': 'application/json' });
  });

  it.each([429, 503])('waits as long as a %i asks, then repeats the call with its key', async (status) => {
    const { client, received, waits } = await serviceWith(answer(status, error('busy'), { 'retry-after': '7' }), fine);
    expect(await client.call(command)).toMatchObject({ status: 200, body: { ok: true } });
    expect(waits).toEqual([7000]);
    expect(client.waits()).toBe(1);
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1-key', 'key-1-key']);
  });

  it('understands a Retry-After that is a date', async () => {
    const { client, waits } = await serviceWith(
      answer(503, error('busy'), { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }),
      answer(503, error('busy'), { 'retry-after': new Date(0).toUTCString() }),
      fine,
    );
    await client.call(command);
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThan(3_500_000);
    expect(waits[1]).toBe(0);
  });

  it('repeats what is still being carried out elsewhere, but no other conflict', async () => {
    const busy = await serviceWith(answer(409, error('idempotency_in_progress'), { 'retry-after': '1' }), fine);
    expect((await busy.client.call(command)).status).toBe(200);
    const conflict = await serviceWith(answer(409, error('stale_update')), fine);
    expect((await conflict.client.call(command)).status).toBe(409);
    expect(conflict.received).toHaveLength(1);
  });

  it('repeats a call whose connection broke, waiting longer each time', async () => {
    const { client, received, waits } = await serviceWith(hangUp, hangUp, hangUp, fine);
    expect((await client.call(command)).status).toBe(200);
    expect(received).toHaveLength(4);
    expect(waits).toHaveLength(3);
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(50 * 2 ** (index + 1));
      expect(wait).toBeLessThanOrEqual(100 * 2 ** (index + 1));
    }
  });

  it('gives up in the end', async () => {
    const dead = await serviceWith(hangUp);
    await expect(dead.client.call(command)).rejects.toBeInstanceOf(ConnectionLost);
    expect(dead.received).toHaveLength(6);
    const busy = await serviceWith(answer(503, error('busy'), { 'retry-after': '1' }));
    expect((await busy.client.call(command)).status).toBe(503);
    expect(busy.received).toHaveLength(6);
  });

  it('can send a call whole and hang up before the answer', async () => {
    let gone: Promise<unknown> = Promise.resolve();
    const { client, received } = await serviceWith((response) => {
      gone = once(response, 'close');
    }, fine);
    await client.cutOff(command);
    await client.call({ method: 'GET', parameters: { route: 'after' } });
    await gone;
    expect(received.map(({ body }) => body)).toContain('{"route":"x","name":"東京"}');
  });
});
