import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPlatformHttp, type PlatformAnswer, type PlatformCall } from '../../lambdas/platform/http.ts';

let server: Server;
let connections = 0;
let received: { message: IncomingMessage; body: string }[] = [];
let answer: RequestListener;

beforeEach(async () => {
  connections = 0;
  received = [];
  answer = (_, response) => response.end('{}');
  server = createServer((message, response) => {
    let body = '';
    message.setEncoding('utf8').on('data', (text: string) => (body += text));
    message.on('end', () => {
      received.push({ message, body });
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
});

afterEach(async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.close(() => {
    resolve(undefined);
  });
  server.closeAllConnections();
  await promise;
});

const graphUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v26.0`;
const call: PlatformCall = { method: 'GET', path: '/1', retry: 'safe' };
/** Long enough for a machine that is busy with something else. */
const retrying = 60_000;

const send = (changes: Partial<PlatformCall> = {}, limit = retrying): Promise<PlatformAnswer> =>
  createPlatformHttp(graphUrl())({ ...call, ...changes }, limit);

describe('a call of the platform', () => {
  test('carries version, query, token and body', async () => {
    await send({ method: 'POST', path: '/1/register', query: { a: 'b c&d' }, body: { pin: '123456' }, token: 'EAA' });
    const [request] = received;
    expect(request?.message).toMatchObject({ method: 'POST', url: '/v26.0/1/register?a=b+c%26d' });
    expect(request?.message.headers).toMatchObject({ authorization: 'Bearer EAA', 'content-type': 'application/json' });
    expect(JSON.parse(request?.body ?? '')).toEqual({ pin: '123456' });
  });

  test('hands back status, version, usage header and text, whatever they are', async () => {
    const headers = {
      'X-Business-Use-Case-Usage': '{"1":[]}',
      'X-App-Usage': '{}',
      'facebook-api-version': 'v27.0',
    };
    answer = (_, response) => response.writeHead(400, headers).end('é<html>');
    const usages = { usage: '{"1":[]}', appUsage: '{}' };
    expect(await send()).toEqual({ kind: 'response', status: 400, version: 'v27.0', ...usages, body: 'é<html>' });
  });

  // https://developers.facebook.com/docs/graph-api/changelog/version26.0
  test('asks for nothing by the header that ended with v26.0', async () => {
    await send();
    expect(received[0]?.message.headers).not.toHaveProperty('if-none-match');
  });

  test('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(302, { location: `${graphUrl()}/2` }).end();
    expect(await send()).toMatchObject({ kind: 'response', status: 302 });
    expect(received.length).toBe(1);
  });

  test.each<[string, RequestListener]>([
    ['never answers', (): void => undefined],
    ['stops in its body', (_, response): void => void response.writeHead(200, { 'content-length': 9 }).write('{')],
    [
      'drips its body',
      (_, response): void => {
        const timer = setInterval(() => response.write(' '), 10);
        response.once('close', () => {
          clearInterval(timer);
        });
      },
    ],
  ])('to a platform that %s ends with the limit', async (_, behave) => {
    answer = behave;
    expect(await send({}, 200)).toEqual({ kind: 'failed', failure: 'timeout' });
  });

  test.each<[string, RequestListener]>([
    ['hangs up', (message): void => void message.socket.destroy()],
    [
      'hangs up in its body',
      (message, response): void => {
        response.writeHead(200, { 'content-length': 9 }).write('{', () => message.socket.destroy());
      },
    ],
    ['speaks something else', (message): void => void message.socket.end('SSH-2.0\r\n')],
  ])('to a platform that %s is lost', async (_, behave) => {
    answer = behave;
    expect(await send()).toEqual({ kind: 'failed', failure: 'network' });
  });

  test('to a port where nothing listens is lost', async () => {
    const http = createPlatformHttp('http://127.0.0.1:1/v26.0');
    expect(await http(call, retrying)).toEqual({ kind: 'failed', failure: 'network' });
  });

  test('ends with its invocation, and none begins after it', async () => {
    const ended = new AbortController();
    answer = () => {
      ended.abort();
    };
    const http = createPlatformHttp(graphUrl());
    expect(await http(call, retrying, ended.signal)).toEqual({ kind: 'failed', failure: 'timeout' });
    expect(await http(call, retrying, ended.signal)).toEqual({ kind: 'failed', failure: 'timeout' });
    expect(received).toHaveLength(1);
  });

  test('reads no more than 8 MiB', async () => {
    answer = (_, response) => {
      const piece = Buffer.alloc(1024 * 1024);
      const pump = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', pump);
      pump();
    };
    expect(await send()).toEqual({ kind: 'failed', failure: 'too_large' });
  });
});

test('connections are used again, but never for what works only once', async () => {
  const http = createPlatformHttp(graphUrl());
  await http(call, retrying);
  await http(call, retrying);
  expect(connections).toBe(1);
  await http({ ...call, retry: 'never' }, retrying);
  expect(connections).toBe(2);
});
