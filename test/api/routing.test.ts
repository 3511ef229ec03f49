import { describe, expect, it } from '@jest/globals';
import { probeRoutes } from './probes.ts';
import { errorOf, headerOf, problemsOf, verdictOf } from './replies.ts';
import type { Asked, Reply, TestService } from '../../tools/harness/service.ts';
import { withService } from './suite-service.ts';

const probes = probeRoutes();
let service: TestService;
withService({ probes: probes.routes }, (started) => {
  service = started;
});

const verdict = async (method: string, asked: Asked): Promise<string> => verdictOf(await service.call(method, asked));
const givenOf = (reply: Reply): unknown => reply.body['given'];

describe('route', () => {
  it('is in the query of a GET, and nowhere else', async () => {
    expect(await verdict('GET', { query: { route: 'probe-query' } })).toBe('200');
    expect(await verdict('GET', { query: {}, body: { route: 'probe-query' } })).toBe('400 validation_failed');
    expect(await verdict('GET', { query: { route: 'probe-query' }, body: '{not json' })).toBe('200');
  });

  it.each(['POST', 'PATCH', 'DELETE'])('of a %s is in the query, in the body, or in both and equal', async (method) => {
    const route = 'probe';
    expect(await verdict(method, { query: { route } })).toBe('200');
    expect(await verdict(method, { body: { route } })).toBe('200');
    expect(await verdict(method, { query: { route }, body: {} })).toBe('200');
    expect(await verdict(method, { query: { route }, body: { route } })).toBe('200');
    expect(await verdict(method, { query: { route }, body: { route: 'probe-strict' } })).toBe('400 route_mismatch');
    expect(await verdict(method, { query: { route: '' }, body: { route } })).toBe('400 route_mismatch');
    expect(await verdict(method, { query: { route }, body: { route: null } })).toBe('400 route_mismatch');
  });

  it('that is missing or not text fails the validation of route', async () => {
    for (const asked of [
      {},
      { body: {} },
      { body: { route: null } },
      { body: { route: 7 } },
      { body: { route: ['probe'] } },
    ]) {
      const reply = await service.call('POST', asked);
      expect(verdictOf(reply)).toBe('400 validation_failed');
      expect(problemsOf(reply)).toEqual([expect.objectContaining({ path: 'route' })]);
    }
  });

  it.each(['nothing', '', '__proto__', 'constructor', 'valueOf', 'toString', 'hasOwnProperty', 'PROBE', ' probe'])(
    '%j is unknown',
    async (route) => {
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
        const reply = await service.call(method, { query: { route } });
        expect(verdictOf(reply)).toBe('400 unknown_route');
        expect(errorOf(reply).details).toEqual({ methods: [] });
      }
    },
  );

  it('with a method it does not have names those it has', async () => {
    const wrong: readonly (readonly [string, string, readonly string[]])[] = [
      ['POST', 'list-partner-customers', ['GET']],
      ['GET', 'upsert-partner-customer', ['POST']],
      ['POST', 'update-partner-customer', ['PATCH']],
      ['DELETE', 'update-partner-customer', ['PATCH']],
      ['GET', 'probe', ['POST', 'PATCH', 'DELETE']],
    ];
    for (const [method, route, methods] of wrong) {
      const reply = await service.call(method, { query: { route } });
      expect(verdictOf(reply)).toBe('400 unknown_route');
      expect(errorOf(reply).details).toEqual({ methods });
    }
  });
});

describe('a method', () => {
  it.each(['PUT', 'HEAD', 'TRACE', 'CONNECT', 'get', 'PROPFIND'])(
    '%s is refused before any other check',
    async (method) => {
      const reply = await service.call(method, { query: { route: 'probe' }, bearer: null, apikey: null });
      expect(verdictOf(reply)).toBe('405 method_not_allowed');
      expect(headerOf(reply, 'allow')).toBe('GET, POST, PATCH, DELETE, OPTIONS');
    },
  );

  it.each([
    ['PUT', 405],
    ['HEAD', 405],
    ['OPTIONS', 204],
  ])('%s of a known caller counts, and gets the limit', async (method, status) => {
    const { apiKey: bearer, partnerId } = await service.newPartner();
    const reply = await service.call(method, { bearer });
    expect(reply.status).toBe(status);
    expect(headerOf(reply, 'ratelimit')).toMatch(/^"commands";r=\d+;t=\d+$/);
    expect(headerOf(reply, 'allow')).toBe('GET, POST, PATCH, DELETE, OPTIONS');
    expect(headerOf(reply, 'x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    const line = service.logLines.findLast((one) => one.includes(`"partner_id":"${partnerId}"`)) ?? '';
    expect(JSON.parse(line)).toMatchObject({ method, status, caller: 'key' });
  });

  it('OPTIONS that is not a preflight is answered with the allowed methods', async () => {
    const reply = await service.call('OPTIONS', { bearer: null, apikey: null });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(headerOf(reply, 'allow')).toBe('GET, POST, PATCH, DELETE, OPTIONS');
    expect(headerOf(reply, 'x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a body', () => {
  const route = 'probe';

  it('is JSON by its content type, when there is one', async () => {
    const types: Readonly<Record<string, string>> = {
      'application/json': '200',
      'application/json; charset=utf-8': '200',
      'Application/JSON;charset=UTF-8': '200',
      'text/plain': '415 unsupported_media_type',
      'application/x-www-form-urlencoded': '415 unsupported_media_type',
      'application/jsonp': '415 unsupported_media_type',
      'application/problem+json': '415 unsupported_media_type',
      '': '415 unsupported_media_type',
    };
    for (const [type, expected] of Object.entries(types)) {
      expect(await verdict('POST', { body: { route }, headers: { 'content-type': type } })).toBe(expected);
    }
    expect(await verdict('POST', { query: { route }, headers: { 'content-type': 'text/plain' } })).toBe('200');
  });

  it('is at most 256 KiB of bytes', async () => {
    const filled = (bytes: number, letter: string): string => {
      const empty = JSON.stringify({ route, filling: '' });
      const room = bytes - empty.length;
      const size = Buffer.byteLength(letter);
      return JSON.stringify({ route, filling: letter.repeat(Math.floor(room / size)) + 'x'.repeat(room % size) });
    };
    expect(await verdict('POST', { body: filled(256 * 1024, 'x') })).toBe('200');
    expect(await verdict('POST', { body: filled(256 * 1024 + 1, 'x') })).toBe('413 payload_too_large');
    expect(await verdict('POST', { body: filled(256 * 1024, 'é') })).toBe('200');
    expect(await verdict('POST', { body: filled(256 * 1024 + 1, 'é') })).toBe('413 payload_too_large');
  });

  it.each([
    '{',
    '',
    '[]',
    '"text"',
    '7',
    'null',
    '{"route":"probe"}x',
    "{'route':'probe'}",
    '{"route":"probe",}',
    '\u00a0{}',
  ])('%j is not a JSON object', async (body) => {
    expect(await verdict('POST', { query: {}, body })).toBe(body === '' ? '400 validation_failed' : '400 invalid_json');
  });
});

describe('parameters', () => {
  it('keep their names and values', async () => {
    const body =
      '{"route":"probe","__proto__":{"a":1},"constructor":{"prototype":2},"valueOf":3,"":4,"é\\ud83d\\ude00":"\\u0001"}';
    const reply = await service.call('POST', { body });
    expect(JSON.stringify(givenOf(reply))).toBe(JSON.stringify(JSON.parse(body)));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('that may be in the query or in the body must be equal when they are in both', async () => {
    const ask = (query: string, body?: unknown): Promise<Reply> =>
      service.call('POST', { query: { route: 'probe', customer_id: query }, ...(body === undefined ? {} : { body }) });
    expect(givenOf(await ask('a'))).toEqual({ customer_id: 'a' });
    expect(givenOf(await ask('a', { customer_id: 'a' }))).toEqual({ customer_id: 'a' });
    expect(verdictOf(await ask('a', { customer_id: 'b' }))).toBe('400 conflicting_selectors');
    expect(verdictOf(await ask('a', { customer_id: null }))).toBe('400 conflicting_selectors');
  });

  it('of the query are ignored when unknown; those of a strict body are refused', async () => {
    expect(await verdict('POST', { query: { route: 'probe-strict', unknown: 'x' } })).toBe('200');
    expect(
      await verdict('GET', { query: { route: 'list-partner-customers', __proto__x: '1', constructor: '2' } }),
    ).toBe('200');
    for (const body of [{ b: 1 }, JSON.parse('{"__proto__":{}}') as unknown, { constructor: 1 }]) {
      const reply = await service.call('POST', { query: { route: 'probe-strict' }, body });
      expect(problemsOf(reply)).toEqual([
        expect.objectContaining({ path: Object.keys(Object(body) as object)[0], rule: 'additional_properties' }),
      ]);
    }
  });

  it('of a GET may occur only once, must be UTF-8, and contain no null byte', async () => {
    const bad: Readonly<Record<string, string>> = {
      'route=probe-query&route=probe-query': 'duplicate',
      'route=probe-query&x=1&x=2': 'duplicate',
      'route=probe-query&search=%00': 'text',
      'route=probe-query&search=%ED%A0%80': 'encoding',
      'route=probe-query&search=%ff': 'encoding',
      'route=probe-query&search=%': 'encoding',
    };
    for (const [query, rule] of Object.entries(bad)) {
      const reply = await service.call('GET', { query });
      expect(problemsOf(reply)).toEqual([expect.objectContaining({ rule })]);
    }
  });
});
