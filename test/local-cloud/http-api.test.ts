import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import { z } from 'zod';
import { createHttpApi, type HttpApi } from '@swift-worker/local-cloud/http-api.ts';
import { InvocationRefused, type Invocation } from '@swift-worker/local-cloud/lambda/function.ts';
import { createFunctions } from '@swift-worker/local-cloud/lambda/functions.ts';
import { startLoopbackServer, type LoopbackServer } from '@swift-worker/loopback/server.ts';
import { answeredFunction } from './answered-function.ts';

const arn = 'arn:aws:lambda:us-east-1:000000000000:function:handler';
const origin = 'https://portal.example';

const api: HttpApi = {
  apiId: 'api',
  domainName: '127.0.0.1',
  cors: {
    AllowOrigins: [origin],
    AllowMethods: ['GET', 'POST'],
    AllowHeaders: ['apikey', 'content-type'],
    ExposeHeaders: ['x-request-id'],
    MaxAge: 600,
    AllowCredentials: false,
  },
  routes: [
    { routeKey: 'ANY /things', functionArn: arn, timeoutMilliseconds: 30_000 },
    { routeKey: 'ANY /things/{id}', functionArn: arn, timeoutMilliseconds: 30_000 },
    { routeKey: 'GET /files/{path+}', functionArn: arn, timeoutMilliseconds: 30_000 },
    { routeKey: 'ANY /slow', functionArn: arn, timeoutMilliseconds: 20 },
    { routeKey: 'GET /forbidden/{id}', functionArn: arn, timeoutMilliseconds: 30_000 },
  ],
  mayInvoke: (_, source) => !source.endsWith(':api/$default/GET/forbidden/{id}'),
  accessLogFormat: '$context.httpMethod $context.routeKey $context.status $context.authorizer.error',
};

let events: unknown[] = [];
let respond: () => Promise<Pick<Invocation, 'payload' | 'functionError'>>;
let lines: string[] = [];
let server: LoopbackServer;
let base: string;

const answer = (value: unknown): void => {
  respond = () => Promise.resolve({ payload: JSON.stringify(value), functionError: undefined });
};

const handler = answeredFunction('handler', async (payload) => {
  events.push(JSON.parse(payload));
  return { requestId: 'request', ...(await respond()) };
});

beforeAll(async () => {
  const functions = createFunctions();
  functions.add(handler);
  const handle = createHttpApi(api, functions, (line) => lines.push(line));
  server = await startLoopbackServer({ port: 0, handle, log: () => undefined });
  base = `http://127.0.0.1:${server.port}`;
});

afterAll(() => server.stop());

beforeEach(() => {
  events = [];
  lines = [];
  answer({ statusCode: 200, body: 'ok' });
});

const onlyEvent = (): Record<string, unknown> => {
  expect(events).toHaveLength(1);
  return z.record(z.string(), z.unknown()).parse(events[0]);
};

describe('the event of a request', () => {
  test('is that of payload format 2.0', async () => {
    const before = Date.now();
    await fetch(`${base}/things/a%20b?q=x&q=y%26z&empty=`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Mixed-Case': 'Kept', 'user-agent': 'test' },
      body: '{"ü":1}',
    });
    const event = onlyEvent();
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /things/{id}',
      rawPath: '/things/a b',
      rawQueryString: 'q=x&q=y%26z&empty=',
      queryStringParameters: { q: 'x,y&z', empty: '' },
      pathParameters: { id: 'a b' },
      headers: { 'x-mixed-case': 'Kept', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
      body: '{"ü":1}',
      isBase64Encoded: false,
      requestContext: {
        accountId: '000000000000',
        apiId: 'api',
        stage: '$default',
        routeKey: 'ANY /things/{id}',
        http: { method: 'POST', path: '/things/a b', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
        requestId: expect.any(String),
        time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      },
    });
    const { timeEpoch } = z.looseObject({ timeEpoch: z.number() }).parse(event['requestContext']);
    expect(timeEpoch).toBeGreaterThanOrEqual(before);
    expect(event).not.toHaveProperty('cookies');
  });

  test('leaves out what the request has not', async () => {
    await fetch(`${base}/things`);
    const event = onlyEvent();
    expect(event).toMatchObject({ rawQueryString: '', isBase64Encoded: false });
    for (const name of ['queryStringParameters', 'pathParameters', 'body', 'cookies']) {
      expect(event).not.toHaveProperty(name);
    }
  });

  test('joins repeated headers and takes cookies apart', async () => {
    await new Promise<void>((resolve, reject) => {
      const outgoing = httpRequest(`${base}/things`, (response) => response.resume().once('end', resolve));
      outgoing.setHeader('x-many', ['one', 'two']);
      outgoing.setHeader('cookie', 'a=1; b=2');
      outgoing.once('error', reject).end();
    });
    const event = onlyEvent();
    expect(event).toMatchObject({ headers: { 'x-many': 'one,two' }, cookies: ['a=1', 'b=2'] });
    expect(event['headers']).not.toHaveProperty('cookie');
  });

  // https://github.com/ministackorg/ministack/pull/766
  test.each([
    ['application/json', false],
    ['application/json; charset=utf-8', false],
    ['text/csv', false],
    ['application/xml', false],
    ['application/octet-stream', true],
    ['application/x-www-form-urlencoded', true],
    ['application/problem+json', true],
  ])('holds a body of %s as base64: %s', async (contentType, base64) => {
    await fetch(`${base}/things`, { method: 'POST', headers: { 'content-type': contentType }, body: 'abc' });
    expect(onlyEvent()).toMatchObject({ isBase64Encoded: base64, body: base64 ? 'YWJj' : 'abc' });
  });
});

describe('the bytes of a request', () => {
  test.each([
    ['Latin-1', Buffer.from('{"a":"é"}', 'latin1')],
    ['a cut character', Buffer.from([0x22, 0xe2, 0x82])],
    ['a byte that is in no text', Buffer.from([0xff])],
  ])('reach the function as they came: %s', async (_, body) => {
    await fetch(`${base}/things`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(onlyEvent()).toMatchObject({ isBase64Encoded: true, body: body.toString('base64') });
  });
});

describe('the response of a function', () => {
  test('goes out with its status, headers, cookies and body', async () => {
    answer({
      statusCode: 201,
      headers: { 'X-One': 1, 'content-type': 'text/html' },
      cookies: ['a=1', 'b=2'],
      body: '<p>ü</p>',
    });
    const response = await fetch(`${base}/things`);
    expect(response.status).toBe(201);
    expect(response.headers.get('x-one')).toBe('1');
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('apigw-requestid')).toBeTruthy();
    expect(await response.text()).toBe('<p>ü</p>');
  });

  test('is text when it names no content type', async () => {
    expect((await fetch(`${base}/things`)).headers.get('content-type')).toBe('text/plain;charset=UTF-8');
  });

  test('is decoded when it is base64', async () => {
    answer({ statusCode: 200, isBase64Encoded: true, body: Buffer.from([0, 255]).toString('base64') });
    expect(new Uint8Array(await (await fetch(`${base}/things`)).arrayBuffer())).toEqual(new Uint8Array([0, 255]));
  });

  test.each([
    ['an object without a status', { a: 1 }, '{"a":1}'],
    ['a string', 'hello', 'hello'],
  ])('is JSON of status 200 when it is %s', async (_, value, body) => {
    answer(value);
    const response = await fetch(`${base}/things`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.text()).toBe(body);
  });

  test.each([
    ['a status that is none', { statusCode: 'fine' }],
    ['a body that is no text', { statusCode: 200, body: {} }],
    ['a header that cannot be sent', { statusCode: 200, headers: { 'x-a': 'b\r\nx-c: d' } }],
    ['headers that are none', { statusCode: 200, headers: ['x'] }],
  ])('is a 500 of the API when it has %s', async (_, value) => {
    answer(value);
    const response = await fetch(`${base}/things`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: 'Internal Server Error' });
  });

  test('is a 500 of the API when the function failed', async () => {
    respond = () => Promise.resolve({ payload: '{"errorType":"Error"}', functionError: 'Unhandled' });
    const response = await fetch(`${base}/things`);
    expect([response.status, await response.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-troubleshooting-lambda.html
  test('is a 500 of the API when the function does not permit the API to invoke it', async () => {
    const response = await fetch(`${base}/forbidden/1`);
    expect([response.status, await response.text()]).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(events).toHaveLength(0);
  });

  test('is a 503 of the API when it comes too late', async () => {
    respond = () => new Promise(() => undefined);
    const response = await fetch(`${base}/slow`);
    expect([response.status, await response.text()]).toEqual([503, '{"message":"Service Unavailable"}']);
  });

  test('is a 503 of the API when the function is throttled', async () => {
    respond = () => Promise.reject(new InvocationRefused('TooManyRequestsException', 'Rate Exceeded.'));
    expect((await fetch(`${base}/things`)).status).toBe(503);
  });
});

describe('the API itself', () => {
  test.each([
    ['GET', '/nothing'],
    ['GET', '/things/'],
    ['GET', '/things/a/b'],
    ['POST', '/files/a'],
  ])('answers 404 where there is no route: %s %s', async (method, path) => {
    const response = await fetch(`${base}${path}`, { method });
    expect([response.status, await response.text()]).toEqual([404, '{"message":"Not Found"}']);
    expect(events).toHaveLength(0);
  });

  test('gives a greedy path parameter the rest of the path', async () => {
    await fetch(`${base}/files/a/b/c.txt`);
    expect(onlyEvent()).toMatchObject({ pathParameters: { path: 'a/b/c.txt' } });
  });

  test('answers 413 to a body beyond 10 MB', async () => {
    const response = await fetch(`${base}/things`, { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 + 1) });
    expect([response.status, await response.text()]).toEqual([413, '{"message":"Request Entity Too Large"}']);
    expect(events).toHaveLength(0);
  });

  test('answers 400 to a path that is not well encoded', async () => {
    expect((await fetch(`${base}/things/%E0%A4%A`)).status).toBe(400);
  });

  test('writes a line in the format of its access log', async () => {
    await fetch(`${base}/things`, { method: 'PATCH' });
    await fetch(`${base}/nothing`);
    expect(lines).toEqual(['PATCH ANY /things 200 -', 'GET - 404 -']);
  });
});

describe('CORS', () => {
  const preflight = (from: string): Promise<Response> =>
    fetch(`${base}/things`, {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'POST' },
    });

  test('answers a preflight without the function', async () => {
    const response = await preflight(origin);
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'apikey,content-type',
      'access-control-max-age': '600',
    });
    expect(events).toHaveLength(0);
  });

  test('tells another origin nothing', async () => {
    const response = await preflight('https://evil.example');
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('replaces what the function says of it', async () => {
    answer({ statusCode: 200, headers: { 'Access-Control-Allow-Origin': '*', 'access-control-max-age': '1' } });
    const allowed = await fetch(`${base}/things`, { headers: { origin } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(allowed.headers.get('access-control-expose-headers')).toBe('x-request-id');
    expect(allowed.headers.get('access-control-max-age')).toBeNull();
    const other = await fetch(`${base}/things`, { headers: { origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});
