import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createOutboundClient, outboundLimits, type OutboundClient } from '../../lambdas/outbound/client.ts';
import { identityFor, type Identity } from './servers.ts';

const startedAt = Date.parse('2026-03-01T12:00:00Z');

let identity: Identity;
let server: Server;
let client: OutboundClient;
let now = startedAt;
let lookUps: string[] = [];
let addresses: readonly string[] = ['127.0.0.1'];
let connections = 0;
let requests: { message: IncomingMessage; body: Buffer }[] = [];
let answer: RequestListener = (_, response) => response.writeHead(204).end();

beforeAll(async () => {
  identity = await identityFor(['localhost', 'hooks.example.com'], ['127.0.0.1']);
});

beforeEach(async () => {
  now = startedAt;
  lookUps = [];
  addresses = ['127.0.0.1'];
  connections = 0;
  requests = [];
  answer = (_, response) => response.writeHead(204).end();
  server = createServer({ key: identity.key, cert: identity.cert }, (message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.on('end', () => {
      requests.push({ message, body: Buffer.concat(chunks) });
      answer(message, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => {
    resolve(undefined);
  });
  await promise;
  client = createOutboundClient({
    resolve: (hostname) => {
      lookUps.push(hostname);
      return Promise.resolve(addresses);
    },
    clock: () => now,
    policy: { allowLoopback: true },
    // Longer than a busy machine can delay what ends by itself.
    limits: { ...outboundLimits, milliseconds: 60_000, connectMilliseconds: 60_000 },
    extraCa: identity.ca,
  });
});

afterEach(async () => {
  client.close();
  server.closeAllConnections();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.close(() => {
    resolve(undefined);
  });
  await promise;
});

const url = (host = 'hooks.example.com', path = '/hooks/1?a=b'): string =>
  `https://${host}:${(server.address() as AddressInfo).port}${path}`;

const post = (target = url(), body = Buffer.from('{"é":1}')): ReturnType<OutboundClient['send']> =>
  client.send({ method: 'POST', url: target, headers: { 'content-type': 'application/json', 'x-a': 'b' }, body });

describe('the outbound client', () => {
  test('keeps the limits of the interface', () => {
    expect(outboundLimits).toEqual({ milliseconds: 15_000, connectMilliseconds: 5_000, bodyBytes: 65_536 });
  });

  test('sends the exact bytes, headers and path, under the name of the host', async () => {
    const body = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
    await post(url(), body);
    const [request] = requests;
    expect(request?.body).toEqual(body);
    expect(request?.message).toMatchObject({ method: 'POST', url: '/hooks/1?a=b', httpVersion: '1.1' });
    expect(request?.message.headers).toMatchObject({
      host: new URL(url()).host,
      'content-type': 'application/json',
      'content-length': '4',
      'x-a': 'b',
    });
    expect(lookUps).toEqual(['hooks.example.com']);
  });

  test('hands back status, headers, body and the time it took', async () => {
    answer = (_, response) => {
      now += 120;
      response.writeHead(503, { 'retry-after': '30' }).end('later');
    };
    expect(await post()).toMatchObject({
      kind: 'response',
      status: 503,
      headers: { 'retry-after': '30' },
      body: Buffer.from('later'),
      milliseconds: 120,
    });
  });

  test('sends a GET without a body', async () => {
    await client.send({ method: 'GET', url: url(), headers: {} });
    expect(requests[0]?.message.method).toBe('GET');
    expect(requests[0]?.message.headers).not.toHaveProperty('content-length');
  });

  test('ends an exchange with its invocation', async () => {
    const ended = new AbortController();
    answer = () => {
      ended.abort();
    };
    const result = await client.send({ method: 'GET', url: url(), headers: {}, ended: ended.signal });
    expect(result).toMatchObject({ kind: 'failed', error: 'timeout' });
    expect(requests).toHaveLength(1);
  });

  test('reads as much of a body as its limit, or the limit of the request', async () => {
    answer = (_, response) => response.writeHead(200).end(Buffer.alloc(outboundLimits.bodyBytes + 10));
    const bytesOf = async (limit: { readonly bodyBytes?: number }): Promise<number> => {
      const result = await client.send({ method: 'GET', url: url(), headers: {}, ...limit });
      return result.kind === 'response' ? result.body.length : 0;
    };
    expect(await bytesOf({})).toBe(outboundLimits.bodyBytes);
    expect(await bytesOf({ bodyBytes: 5 })).toBe(5);
    expect(await bytesOf({ bodyBytes: outboundLimits.bodyBytes + 7 })).toBe(outboundLimits.bodyBytes + 7);
  });

  test('calls a literal address without a look-up, and checks the certificate for it', async () => {
    expect(await post(url('127.0.0.1'))).toMatchObject({ kind: 'response', status: 204 });
    expect(lookUps).toEqual([]);
  });

  test('goes on to the next address when one is down', async () => {
    addresses = ['127.0.0.9', '127.0.0.1'];
    expect(await post()).toMatchObject({ kind: 'response', status: 204 });
  });

  test('tries three addresses of a name and no more', async () => {
    addresses = ['127.0.0.6', '127.0.0.7', '127.0.0.8', '127.0.0.1'];
    expect(await post()).toMatchObject({ kind: 'failed', error: 'connect' });
  });
});

describe('plain HTTP', () => {
  const withPlainServer = async (call: (port: number) => Promise<void>): Promise<void> => {
    const plain = createPlainServer((message, response) => {
      response.writeHead(200).end(`${message.headers.host} ${message.url}`);
    });
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    try {
      await call((plain.address() as AddressInfo).port);
    } finally {
      plain.close();
      plain.closeAllConnections();
    }
  };

  test('reaches this machine, by its name without a look-up', () =>
    withPlainServer(async (port) => {
      for (const host of ['127.0.0.1', 'localhost']) {
        expect(await post(`http://${host}:${port}/hooks`)).toMatchObject({
          status: 200,
          body: Buffer.from(`${host}:${port} /hooks`),
        });
      }
      expect(lookUps).toEqual([]);
    }));

  test('reaches no other machine, and none without the policy of the local stage', () =>
    withPlainServer(async (port) => {
      expect(await post(`http://hooks.example.com:${port}/`)).toMatchObject({ error: 'refused_url' });
      // A name server may answer with any address for this form of the name.
      addresses = ['8.8.8.8'];
      expect(await post(`http://localhost.:${port}/`)).toMatchObject({ error: 'refused_address' });
      const policy = { allowLoopback: false };
      const resolve = (): Promise<readonly string[]> => Promise.resolve(['127.0.0.1']);
      const deployed = createOutboundClient({ resolve, clock: () => now, policy, limits: outboundLimits });
      const result = await deployed.send({ method: 'GET', url: `http://127.0.0.1:${port}/`, headers: {} });
      expect(result).toMatchObject({ kind: 'failed', error: 'refused_url' });
    }));
});

describe('connections', () => {
  test('are used again by the next request to the same origin', async () => {
    for (let i = 0; i < 5; i += 1) await post();
    expect([connections, lookUps.length, requests.length]).toEqual([1, 1, 5]);
  });

  test('are made side by side for requests at the same time', async () => {
    await Promise.all(Array.from({ length: 4 }, () => post()));
    expect(connections).toBe(4);
  });

  test('are not shared between origins', async () => {
    await post(url('localhost'));
    await post(url('hooks.example.com'));
    expect(connections).toBe(2);
  });

  test('are checked anew when they are older than 25 s', async () => {
    await post();
    now += 25_001;
    await post();
    addresses = ['10.0.0.1'];
    expect(await post()).toMatchObject({ kind: 'failed', error: 'refused_address' });
    expect([connections, lookUps.length]).toEqual([1, 2]);
  });

  test('that the other side closed while they were idle are replaced without a failed attempt', async () => {
    const idle = 3;
    const sockets = new Set<Socket>();
    answer = (message, response) => {
      // The second request on a connection is never answered: as if the close had crossed it on its way.
      if (sockets.has(message.socket)) message.socket.destroy();
      else response.writeHead(204).end();
      sockets.add(message.socket);
    };
    await Promise.all(Array.from({ length: idle }, () => post()));
    expect(await post()).toMatchObject({ kind: 'response', status: 204 });
    expect([connections, requests.length]).toEqual([idle + 1, idle + 2]);
  });

  test('that break on a fresh connection are a failed attempt, sent once', async () => {
    answer = (message) => message.socket.destroy();
    expect(await post()).toMatchObject({ kind: 'failed', error: 'reset' });
    expect(requests.length).toBe(1);
  });

  test('are not kept when the answer was cut off', async () => {
    answer = (_, response) => response.writeHead(200).end(Buffer.alloc(outboundLimits.bodyBytes + 1));
    await post();
    await post();
    expect(connections).toBe(2);
  });
});
