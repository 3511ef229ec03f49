import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createReceiver, type ReceiverOptions } from '../../packages/client/src/receiver.ts';
import type { LambdaEvent } from '../../packages/client/src/lambda-event.ts';
import { seenInMemory } from '../../packages/client/src/seen-ids.ts';
import * as requests from './receiver-requests.ts';
import { callbackOf, endpoint, handshakeOf, secretPart, type Sent } from './receiver-requests.ts';

const at = `/hooks/${secretPart}`;
const now = (): number => Date.UTC(2026, 2, 1);
const eventOf = (id: string, ...more: readonly string[]): Sent => requests.eventOf(now(), id, ...more);

/** What the handlers got, and the receiver. */
const receiving = (more: Partial<ReceiverOptions> = {}) => {
  const got: unknown[] = [];
  const receiver = createReceiver({
    ...endpoint,
    now,
    onEvent: ({ id, type }) => got.push([id, type]),
    onCallback: (callback, subject) => got.push([callback, subject]),
    onError: (error) => got.push(error),
    ...more,
  });
  return { got, receiver };
};

const requestOf = ({ method, query, headers, body }: Sent, path = at): Request =>
  new Request(`http://endpoint${path}${query}`, { method, headers, body: method === 'GET' ? null : body });

const answerOf = async (answer: Promise<Response>): Promise<readonly [number, string]> => {
  const response = await answer;
  return [response.status, await response.text()];
};

describe('a web-standard request', () => {
  it('is an event, a callback or the handshake', async () => {
    const { got, receiver } = receiving();
    expect(await answerOf(receiver.fetch(requestOf(handshakeOf(endpoint.verifyToken))))).toEqual([200, '4711']);
    expect(await answerOf(receiver.fetch(requestOf(handshakeOf('another'))))).toEqual([403, '']);
    expect(await answerOf(receiver.fetch(requestOf(eventOf('e-1'), '/behind/a/proxy')))).toEqual([200, '']);
    const callback = callbackOf({ messages: [] });
    expect(await answerOf(receiver.fetch(requestOf(callback)))).toEqual([200, '']);
    expect(got).toEqual([
      ['e-1', 'service.ping'],
      [JSON.parse(callback.body), null],
    ]);
  });

  it('is refused with the reason when it is not verified', async () => {
    const { got, receiver } = receiving();
    const forged = { ...eventOf('e-1'), body: '{"id": "e-1", "type": "service.ping"}' };
    expect(await answerOf(receiver.fetch(requestOf(forged)))).toEqual([400, 'no signature is valid']);
    const [status, reason] = await answerOf(receiver.fetch(requestOf(callbackOf({}), '/hooks/guessed')));
    expect([status, reason]).toEqual([400, expect.stringContaining('is not that of the endpoint')]);
    const deleted = await receiver.fetch(new Request(`http://endpoint${at}`, { method: 'DELETE' }));
    expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, POST']);
    const large = { ...callbackOf({}), body: 'x'.repeat(3 * 1024 * 1024 + 1) };
    expect(await answerOf(receiver.fetch(requestOf(large)))).toEqual([413, expect.stringContaining('3145728 bytes')]);
    expect(got).toEqual([]);
  });

  it('gives a relayed callback to the handler of callbacks, once, with its subject', async () => {
    const { got, receiver } = receiving();
    const more =
      '"data": {"field": "messages", "callback": {"object": "o"}}, "subject": {"customer_id": "c", "instance_id": 7}';
    const relayed = eventOf('e-2', 'service.platform.callback', more);
    for (const _ of [1, 2]) expect((await receiver.fetch(requestOf(relayed))).status).toBe(200);
    expect(got).toEqual([[{ object: 'o' }, { customer_id: 'c', external_customer_id: null, instance_id: null }]]);
  });

  it('that something has read before says how to get the raw body', async () => {
    const { got, receiver } = receiving();
    const request = requestOf(eventOf('e-1'));
    await request.text();
    expect(await answerOf(receiver.fetch(request))).toEqual([500, expect.stringContaining('express.raw')]);
    expect(got).toEqual([expect.objectContaining({ message: expect.stringContaining('raw bytes') })]);
  });
});

describe('an event that is sent again', () => {
  it('is handled once, and again only when the handler has thrown', async () => {
    let failures = 1;
    const handled: string[] = [];
    const fault = new Error('no database');
    const onEvent = ({ id }: { readonly id: string }) => {
      if (failures-- > 0) throw fault;
      handled.push(id);
    };
    const { got, receiver } = receiving({ onEvent });
    const statuses = [];
    for (const _ of [1, 2, 3]) statuses.push((await receiver.fetch(requestOf(eventOf('e-1')))).status);
    expect([statuses, handled, got]).toEqual([[500, 200, 200], ['e-1'], [fault]]);
  });

  it('is answered with 503 while it is being handled, since that may still fail', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const begun = Promise.withResolvers<undefined>();
    const onEvent = (): unknown => {
      begun.resolve(undefined);
      return promise;
    };
    const { receiver } = receiving({ onEvent });
    const first = receiver.fetch(requestOf(eventOf('e-1')));
    // Signatures are verified by other threads: either request could be the first one otherwise.
    await begun.promise;
    const second = await receiver.fetch(requestOf(eventOf('e-1')));
    resolve(undefined);
    expect([second.status, (await first).status]).toEqual([503, 200]);
  });

  it('is known while it is among the newest', async () => {
    const seen = seenInMemory(2);
    for (const id of ['a', 'b', 'c']) {
      expect(await seen.claim(id)).toBe('claimed');
      await seen.complete(id);
    }
    expect(['c', 'b', 'a'].map((id) => seen.claim(id))).toEqual(['done', 'done', 'claimed']);
  });
});

describe('a request of Node.js', () => {
  let server: Server | null = null;
  afterEach(() => {
    server?.close();
  });

  const listen = async (receive: (...given: Parameters<Parameters<typeof createServer>[1] & object>) => unknown) => {
    const listening = createServer((request, response) => void receive(request, response));
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : '';
  };

  const send = ({ query, ...init }: Sent, base: string): Promise<Response> =>
    fetch(base + at + query, init.method === 'GET' ? { method: 'GET' } : init);

  it('is read from its stream', async () => {
    const { got, receiver } = receiving();
    const base = await listen(receiver.node);
    expect(await answerOf(send(handshakeOf(endpoint.verifyToken), base))).toEqual([200, '4711']);
    expect((await send(eventOf('e-1'), base)).status).toBe(200);
    expect((await send({ ...eventOf('e-2'), body: '{}' }, base)).status).toBe(400);
    expect((await send(callbackOf({}), base)).status).toBe(200);
    const large = { ...callbackOf({}), body: 'x'.repeat(32 * 1024 * 1024) };
    expect((await send(large, base)).status).toBe(413);
    expect(got).toHaveLength(2);
  });

  it.each(['body', 'rawBody'])('may have its raw bytes in %s, and its address in originalUrl', async (name) => {
    const { got, receiver } = receiving();
    const { headers, body } = callbackOf({});
    let status = 0;
    const response = { writeHead: (given: number) => (status = given), end: () => undefined };
    const request = { method: 'POST', url: '/', originalUrl: at, headers, [Symbol.asyncIterator]: () => never };
    await receiver.node(Object.assign(request, { body: {}, [name]: Buffer.from(body) }), response);
    expect([status, got.length]).toEqual([200, 1]);
  });

  it('whose body was parsed says how to get the raw one', async () => {
    const { receiver } = receiving();
    const base = await listen(async (request, response) => {
      const body: unknown = JSON.parse((await buffer(request)).toString());
      await receiver.node(Object.assign(request, { body }), response);
    });
    expect(await answerOf(send(eventOf('e-1'), base))).toEqual([500, expect.stringContaining('express.json()')]);
  });
});

const never: AsyncIterator<unknown> = { next: () => Promise.reject(new Error('the stream must not be read')) };

describe('an event of AWS Lambda', () => {
  const version2 = ({ method, query, headers, body }: Sent, isBase64Encoded = false): LambdaEvent => ({
    rawPath: at,
    rawQueryString: query.slice(1),
    requestContext: { http: { method } },
    headers,
    body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded,
  });
  const version1 = (
    { method, query, headers, body }: Sent,
    isBase64Encoded = false,
  ): Extract<LambdaEvent, { readonly httpMethod: string }> => ({
    httpMethod: method,
    path: at,
    queryStringParameters: query === '' ? null : Object.fromEntries(new URLSearchParams(query)),
    headers,
    body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded,
  });

  const ofLoadBalancer = (sent: Sent, isBase64Encoded = false): ReturnType<typeof version1> => ({
    ...version1(sent, isBase64Encoded),
    queryStringParameters: Object.fromEntries(
      sent.query
        .slice(1)
        .split('&')
        .map((pair): [string, string] => [pair.split('=')[0] ?? '', pair.split('=')[1] ?? '']),
    ),
    requestContext: { elb: {} },
  });

  const listsOf = (values: object | null | undefined): Record<string, string[]> =>
    Object.fromEntries(Object.entries(values ?? {}).map(([name, value]: [string, string]) => [name, [value]]));
  const withLists = (sent: Sent, isBase64Encoded = false): LambdaEvent => {
    const { headers, queryStringParameters, ...event } = ofLoadBalancer(sent, isBase64Encoded);
    return {
      ...event,
      multiValueHeaders: listsOf(headers),
      multiValueQueryStringParameters: listsOf(queryStringParameters),
    };
  };

  it.each([
    ['a function URL', version2],
    ['a REST API', version1],
    ['a load balancer', ofLoadBalancer],
    ['a load balancer with lists', withLists],
  ])('from %s has the body as text or in Base64', async (_, eventFor) => {
    const { got, receiver } = receiving();
    const shaken = await receiver.lambda(eventFor(handshakeOf(endpoint.verifyToken)));
    expect([shaken.statusCode, shaken.body]).toEqual([200, '4711']);
    expect(Object.keys(shaken).includes('multiValueHeaders')).toBe(eventFor === withLists);
    expect((await receiver.lambda(eventFor(eventOf('e-1'), true))).statusCode).toBe(200);
    expect((await receiver.lambda(eventFor(callbackOf({})))).statusCode).toBe(200);
    const forged = { ...eventOf('e-2'), body: '{}' };
    expect((await receiver.lambda(eventFor(forged, true))).statusCode).toBe(400);
    expect(got).toHaveLength(2);
  });
});

it.each([
  ['secret', { secret: 'whsec_' }],
  ['secret', { secret: [] }],
  ['webhookUrl', { webhookUrl: 'https://partner.example/hooks' }],
  ['verifyToken', { verifyToken: '' }],
])('a receiver is not made with %s that anybody could have', (name, wrong) => {
  expect(() => receiving(wrong)).toThrow(TypeError);
  expect(() => receiving(wrong)).toThrow(name);
});
