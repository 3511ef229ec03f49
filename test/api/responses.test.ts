import { afterEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { probeRoutes, serviceError } from './probes.ts';
import { entriesOf, errorOf, headerOf, pageOf, verdictOf } from './replies.ts';
import type { Asked, Reply, TestService } from '../../tools/harness/service.ts';
import { withService } from './suite-service.ts';

const probes = probeRoutes();
let table: TestTable;
let service: TestService;
withService({ probes: probes.routes }, (...started) => {
  [service, table] = started;
});
afterEach(() => {
  probes.failWith(null);
});

const personal = {
  customer_email: 'jane.roe@mail.example',
  customer_phone: '+49 30 901820',
  customer_name: 'Jane Roe',
};
const upsert = (external: string, extra: Record<string, unknown> = {}): Promise<Reply> =>
  service.call('POST', {
    body: { route: 'upsert-partner-customer', external_customer_id: external, ...personal, ...extra },
  });

const every: readonly (readonly [string, string, Asked])[] = [
  ['200', 'GET', { query: { route: 'list-partner-customers' } }],
  ['400 validation_failed', 'GET', {}],
  ['400 unknown_route', 'GET', { query: { route: 'x' } }],
  ['400 invalid_json', 'POST', { body: '{' }],
  ['400 route_mismatch', 'POST', { query: { route: 'x' }, body: { route: 'y' } }],
  ['401 unauthenticated', 'GET', { bearer: null }],
  [
    '403 partner_scope_mismatch',
    'GET',
    { query: { route: 'list-partner-customers', partner_id: '01890a5d-ac96-774b-bcce-b302099a8057' } },
  ],
  ['404 not_found', 'GET', { query: { route: 'get-partner-customer', external_customer_id: 'nobody' } }],
  ['405 method_not_allowed', 'PUT', {}],
  ['413 payload_too_large', 'POST', { body: 'x'.repeat(300_000) }],
  ['415 unsupported_media_type', 'POST', { body: {}, headers: { 'content-type': 'text/plain' } }],
];

describe('every response', () => {
  it.each(every)('%s has its envelope, its request id, and is never cached', async (verdict, method, asked) => {
    const reply = await service.call(method, asked);
    expect(verdictOf(reply)).toBe(verdict);
    expect(headerOf(reply, 'content-type')).toBe('application/json; charset=utf-8');
    expect(headerOf(reply, 'cache-control')).toBe('no-store');
    expect(headerOf(reply, 'x-content-type-options')).toBe('nosniff');
    expect(headerOf(reply, 'x-request-id')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    if (reply.status < 400) expect(reply.body).toMatchObject({ ok: true, partner_id: service.partner.partnerId });
  });

  it('has a request id of its own, which is the one in the history', async () => {
    const created = await upsert('ids-1');
    const updated = await upsert('ids-1', { customer_name: 'Jane Doe' });
    const { items } = (
      await service.call('GET', { query: { route: 'get-partner-customer-history', external_customer_id: 'ids-1' } })
    ).body;
    expect(entriesOf({ ...created, body: { items } }).map((entry) => entry.request_id)).toEqual([
      headerOf(updated, 'x-request-id'),
      headerOf(created, 'x-request-id'),
    ]);
    expect(headerOf(updated, 'x-request-id')).not.toBe(headerOf(created, 'x-request-id'));
  });
});

describe('an internal error', () => {
  const failures: readonly (readonly [string, Error])[] = [
    ['an error', new Error('the disk of host-17 is full')],
    [
      'an error with an item beside it',
      Object.assign(new Error('refused'), { Item: personal, $metadata: { body: personal } }),
    ],
    ['an error with a cause', new Error('outer', { cause: new Error('the inner reason') })],
  ];

  it.each(failures)('of %s says nothing of the inside, and the log says it without the data', async (_, failure) => {
    probes.failWith(failure);
    const before = service.logLines.length;
    const reply = await service.call('POST', {
      body: { route: 'probe', ...personal, token: 'EAAG-secret-token' },
      query: { customer_id: 'in-the-query' },
    });
    expect(reply.body).toEqual({ error: { code: 'internal_error', message: 'something went wrong on our side' } });
    expect(reply.status).toBe(500);
    const lines = service.logLines.slice(before);
    const logged = lines.find((line) => line.includes('"ERROR"')) ?? '';
    expect(JSON.parse(logged)).toMatchObject({ request_id: headerOf(reply, 'x-request-id'), route: 'probe' });
    expect(logged).toContain(failure.message);
    expect(logged).toContain('responses.test.ts');
    if (failure.cause instanceof Error) expect(logged).toContain(failure.cause.message);
    const said = lines.join('\n');
    for (const secret of [...Object.values(personal), 'EAAG', 'in-the-query', service.partner.apiKey, service.apikey]) {
      expect(said).not.toContain(secret);
    }
  });

  it.each([
    'ProvisionedThroughputExceededException',
    'ThrottlingException',
    'RequestLimitExceeded',
    'TransactionConflictException',
  ])('%s of the store asks the caller to retry', async (name) => {
    probes.failWith(Object.assign(new Error('slow down'), { name }));
    const reply = await service.call('POST', { body: { route: 'probe' } });
    expect(verdictOf(reply)).toBe('503 temporarily_unavailable');
    expect(headerOf(reply, 'retry-after')).toMatch(/^[1-9]\d*$/);
    expect(errorOf(reply).details).toBeUndefined();
  });

  // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
  it.each([
    ['ECONNRESET', { code: 'ECONNRESET' }],
    ['ECONNREFUSED', { code: 'ECONNREFUSED' }],
    ['EPIPE', { code: 'EPIPE' }],
    ['ETIMEDOUT', { code: 'ETIMEDOUT' }],
    ['ENOTFOUND', { code: 'ENOTFOUND' }],
    ['EAI_AGAIN', { code: 'EAI_AGAIN' }],
    ['a time-out', { name: 'TimeoutError' }],
    ['InternalServerError with 500', { name: 'InternalServerError', $metadata: { httpStatusCode: 500 } }],
    ['ServiceUnavailable with 503', { name: 'ServiceUnavailable', $metadata: { httpStatusCode: 503 } }],
    ['KMSInternalException with 500', { name: 'KMSInternalException', $metadata: { httpStatusCode: 500 } }],
    ['TransactionInProgressException', { name: 'TransactionInProgressException' }],
  ])('of AWS, %s after the last attempt, asks the caller to retry', async (_, error) => {
    probes.failWith(Object.assign(new Error('no answer'), error));
    const reply = await service.call('POST', { body: { route: 'probe' } });
    expect(verdictOf(reply)).toBe('503 temporarily_unavailable');
    expect(headerOf(reply, 'retry-after')).toMatch(/^[1-9]\d*$/);
  });

  it('in the store itself has the same response', async () => {
    const middleware = { name: 'broken-store', step: 'initialize' } as const;
    table.client.middlewareStack.add(
      () => () => Promise.reject(Object.assign(new Error('no route to host'), { Item: personal })),
      middleware,
    );
    const reply = await upsert('broken-1').finally(() => table.client.middlewareStack.remove(middleware.name));
    expect(verdictOf(reply)).toBe('500 internal_error');
    expect((await upsert('broken-1')).status).toBe(201);
  });
});

describe('the log', () => {
  it('has one line per call with the caller, the route and the outcome, and no content', async () => {
    const before = service.logLines.length;
    const reply = await upsert('log-1', { metadata: { note: 'private' } });
    const lines = service.logLines.slice(before);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      {
        level: 'INFO',
        message: 'call',
        request_id: headerOf(reply, 'x-request-id'),
        gateway_request_id: 'test',
        route: 'upsert-partner-customer',
        method: 'POST',
        partner_id: service.partner.partnerId,
        caller: 'key',
        key_id: expect.stringMatching(/^\w+$/),
        status: 201,
        error: null,
        spent: { dynamodb: { calls: 1, ms: 2, retries: 0 } },
        call_milliseconds: expect.any(Number),
        credentialed_calls: 1,
        _aws: { Timestamp: expect.any(Number), CloudWatchMetrics: expect.any(Array) },
      },
    ]);
  });

  it('explains a call that failed or was slow by the calls that it made, and no other', async () => {
    const callsOf = async (): Promise<unknown> => {
      await service.call('POST', { body: { route: 'probe-outside' } });
      const lines = service.logLines.map((line) => z.looseObject({ message: z.string() }).parse(JSON.parse(line)));
      return lines.findLast(({ message }) => message === 'call')?.['calls'];
    };
    const made = [{ call: 'dynamodb GetItem', at: 1, ms: 2, attempts: 1 }];
    expect(await callsOf()).toBeUndefined();
    probes.failWith(new Error('broken'));
    expect(await callsOf()).toEqual(made);
    probes.failWith(null);
    // Each reading of the clock takes a millisecond.
    probes.holdBack(() => {
      for (let passed = 0; passed < 1_000; passed += 1) service.dispatcher.clock();
      return Promise.resolve();
    });
    expect(await callsOf()).toEqual(made);
    probes.holdBack(() => Promise.resolve());
  });

  it('counts the calls with a credential apart, and the queries of known callers', async () => {
    const measured = async (asked: Asked, method = 'GET'): Promise<unknown> => {
      await service.call(method, asked);
      const line = z.record(z.string(), z.unknown()).parse(JSON.parse(service.logLines.at(-1) ?? ''));
      const { query_milliseconds: query, credentialed_calls: all, credentialed_calls_refused: refused } = line;
      return { query: typeof query, all, refused };
    };
    const query = { route: 'get-partner-customer', customer_id: service.partner.partnerId };
    expect(await measured({ query })).toEqual({ query: 'number', all: 1 });
    expect(await measured({ query, bearer: 'partner_test_x_y' })).toEqual({ query: 'undefined', all: 1, refused: 1 });
    expect(await measured({ query, bearer: null })).toEqual({ query: 'undefined' });
    expect(await measured({ body: { route: 'upsert-partner-customer' } }, 'POST')).toEqual({
      query: 'undefined',
      all: 1,
      refused: 1,
    });
  });

  it('counts a call by its outcome: refused, limited or failed', async () => {
    const ends = async (call: Promise<Reply>): Promise<unknown> => {
      await call;
      const line = z.record(z.string(), z.unknown()).parse(JSON.parse(service.logLines.at(-1) ?? ''));
      const { route, error, calls_refused, calls_limited, calls_failed } = line;
      return { route, error, calls_refused, calls_limited, calls_failed };
    };
    expect(await ends(service.call('GET', { query: { route: 'no-such-route' } }))).toEqual({
      route: 'none',
      error: 'unknown_route',
      calls_refused: 1,
    });
    probes.failWith(new Error('broken'));
    expect(await ends(service.call('POST', { body: { route: 'probe' } }))).toEqual({
      route: 'probe',
      error: 'internal_error',
      calls_failed: 1,
    });
    probes.failWith(serviceError('rate_limited'));
    expect(await ends(service.call('POST', { body: { route: 'probe' } }))).toEqual({
      route: 'probe',
      error: 'rate_limited',
      calls_limited: 1,
    });
  });

  it('never has a body, an address, a number, a key or a search', async () => {
    await service.call('GET', { query: { route: 'list-partner-customers', search: 'jane.roe' } });
    await upsert('log-2', { customer_email: 'not an address', customer_phone: '1' });
    const said = service.logLines.join('\n');
    expect(said).not.toMatch(/jane|roe@|901820|private|not an address|partner_test_|pk_test_/i);
  });
});

describe('a list', () => {
  const list = (query: Record<string, string>): Promise<Reply> =>
    service.call('GET', { query: { route: 'list-partner-customers', ...query } });

  it('has a page from 1 and a page size of 1 to 200', async () => {
    expect(pageOf(await list({}))).toMatchObject({ page: 1, page_size: 50 });
    expect(pageOf(await list({ page: ' 2 ', page_size: '200' }))).toMatchObject({ page: 2, page_size: 200, items: [] });
    expect(pageOf(await list({ page: '999999999999' }))).toMatchObject({ page: 999999999999, items: [] });
    const bad: readonly (readonly [string, string, string])[] = [
      ['page', '0', 'page must be at least 1'],
      ['page', '-1', 'page must be at least 1'],
      ['page', '1.5', 'page must be an integer'],
      ['page', '', 'page must be an integer'],
      ['page', '1e3', 'page must be an integer'],
      ['page', '0x10', 'page must be an integer'],
      ['page', '99999999999999999999', 'page must be at most 9007199254740991'],
      ['page_size', '0', 'page_size must be at least 1'],
      ['page_size', '201', 'page_size must be at most 200'],
      ['page_size', 'all', 'page_size must be an integer'],
    ];
    for (const [name, value, message] of bad) {
      const reply = await list({ [name]: value });
      expect([verdictOf(reply), errorOf(reply).message]).toEqual(['400 validation_failed', message]);
    }
  });

  it.each(['include_merged', 'include_erased'])('takes %s as true, false, 1 or 0', async (flag) => {
    for (const value of ['true', 'false', '1', '0']) expect((await list({ [flag]: value })).status).toBe(200);
    for (const value of ['', 'yes', 'TRUE', '2', 'null']) {
      expect(errorOf(await list({ [flag]: value })).message).toBe(`${flag} must be one of 0, 1, true, false`);
    }
  });

  it('refuses an unknown status, and ignores unknown parameters', async () => {
    expect(verdictOf(await list({ status: 'deleted' }))).toBe('400 validation_failed');
    expect((await list({ status: 'active', sort: 'name', colour: 'xx' })).status).toBe(200);
  });
});
