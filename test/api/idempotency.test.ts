import { beforeEach, describe, expect, it } from '@jest/globals';
import { statusOfCode, type ErrorCode } from '../../lambdas/kernel/errors.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { countEffects, probeRoutes, serviceError } from './probes.ts';
import { headerOf, problemsOf, verdictOf } from './replies.ts';
import type { Reply, TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
const probes = probeRoutes();
let table: TestTable;
let service: TestService;
withService({ clock: clock.now, probes: probes.routes }, (...started) => {
  [service, table] = started;
});
beforeEach(() => {
  probes.failWith(null);
});

let keys = 0;
const newKey = (): string => `key-of-the-test-${(keys += 1)}`;
const hours = 60 * 60 * 1000;

const call = (
  key: string,
  method = 'POST',
  body: unknown = { route: 'probe' },
  query = {},
  bearer?: string,
): Promise<Reply> =>
  service.call(method, {
    body,
    query,
    headers: { 'idempotency-key': key },
    ...(bearer === undefined ? {} : { bearer }),
  });
const isReplay = (reply: Reply): boolean => headerOf(reply, 'idempotent-replayed') === 'true';
const seen = (reply: Reply): string => `${reply.status} ${reply.text}`;

describe('a repeated command', () => {
  it('gets the first response byte for byte and is executed once', async () => {
    const key = newKey();
    const before = await countEffects(table);
    const [first, second, third] = [await call(key), await call(key), await call(key)];
    expect(await countEffects(table)).toBe(before + 1);
    expect([isReplay(first), isReplay(second), isReplay(third)]).toEqual([false, true, true]);
    expect(seen(second)).toBe(seen(first));
    expect(seen(third)).toBe(seen(first));
    expect(headerOf(second, 'x-request-id')).not.toBe(headerOf(first, 'x-request-id'));
    expect(headerOf(second, 'content-type')).toBe(headerOf(first, 'content-type'));
  });

  it('is recognised in any order and place of its parameters', async () => {
    const key = newKey();
    const own = service.partner.partnerId;
    const first = await call(key, 'POST', { route: 'probe', customer_id: 'c', a: { x: 1, y: [1, 2] }, b: 'é' });
    const same: readonly (readonly [unknown, Record<string, string>])[] = [
      [{ b: 'é', a: { y: [1, 2], x: 1 }, customer_id: 'c', route: 'probe' }, {}],
      [
        { a: { x: 1, y: [1, 2] }, b: 'é' },
        { route: 'probe', customer_id: 'c' },
      ],
      [
        { a: { x: 1.0, y: [1, 2] }, b: '\u00e9', customer_id: 'c' },
        { route: 'probe', customer_id: 'c', partner_id: own },
      ],
      ['{"route":"probe", "b":"\\u00e9", "a":{"y":[1,2e0],"x":1},"customer_id":"c"}', { unknown: 'x' }],
      [{ a: { x: 1, y: [1, 2] }, b: 'é', customer_id: 'c', partner_id: own }, { route: 'probe' }],
    ];
    for (const [body, query] of same) {
      const again = await call(key, 'POST', body, query);
      expect(isReplay(again)).toBe(true);
      expect(seen(again)).toBe(seen(first));
    }
  });

  it('with any other parameter, method or route is refused, and nothing is executed', async () => {
    const key = newKey();
    await call(key, 'POST', { route: 'probe', a: [1, 2], n: null });
    const before = await countEffects(table);
    const others: readonly (readonly [string, unknown])[] = [
      ['POST', { route: 'probe', a: [2, 1], n: null }],
      ['POST', { route: 'probe', a: [1, 2] }],
      ['POST', { route: 'probe', a: ['1', 2], n: null }],
      ['POST', { route: 'probe', a: [1, 2], n: null, extra: 1 }],
      ['PATCH', { route: 'probe', a: [1, 2], n: null }],
      ['POST', { route: 'probe-report', a: [1, 2], n: null }],
    ];
    for (const [method, body] of others)
      expect(verdictOf(await call(key, method, body))).toBe('409 idempotency_key_reused');
    expect(await countEffects(table)).toBe(before);
    expect(isReplay(await call(key, 'POST', { route: 'probe', a: [1, 2], n: null }))).toBe(true);
  });

  it('is another one when another partner sends it', async () => {
    const key = newKey();
    const stranger = await service.newPartner();
    await call(key);
    const theirs = await call(key, 'POST', { route: 'probe' }, {}, stranger.apiKey);
    expect(isReplay(theirs)).toBe(false);
    expect(theirs.body['partner_id']).toBe(stranger.partnerId);
    expect(isReplay(await call(key, 'POST', { route: 'probe' }, {}, await service.partner.member('owner')))).toBe(true);
  });

  it('is stored for 24 hours to the millisecond, and then is new', async () => {
    const key = newKey();
    const first = await call(key);
    clock.pass(24 * hours - 1);
    expect(seen(await call(key))).toBe(seen(first));
    expect(verdictOf(await call(key, 'POST', { route: 'probe', other: 1 }))).toBe('409 idempotency_key_reused');
    clock.pass(1);
    const before = await countEffects(table);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => call(key, 'POST', { route: 'probe', other: 1 })),
    );
    expect(new Set(replies.map(seen)).size).toBe(1);
    expect(replies.filter((reply) => !isReplay(reply))).toHaveLength(1);
    expect(await countEffects(table)).toBe(before + 1);
  });
});

describe('the stored response', () => {
  const curable: readonly ErrorCode[] = [
    'idempotency_key_reused',
    'idempotency_in_progress',
    'remote_removal_failed',
    'webhook_validation_failed',
    'platform_error',
  ];
  const codes = (Object.keys(statusOfCode) as ErrorCode[]).map((code) => [code, statusOfCode[code]] as const);

  it.each(codes)('%s (%i) is decided by the state or not', async (code, status) => {
    const decided = (status === 404 || status === 409) && !curable.includes(code);
    const key = newKey();
    probes.failWith(serviceError(code));
    const first = await call(key);
    expect(verdictOf(first)).toBe(`${status} ${code}`);
    probes.failWith(null);
    const second = await call(key);
    expect(isReplay(second)).toBe(decided);
    expect(decided ? seen(second) : second.status).toBe(decided ? seen(first) : 200);
  });

  it('does not exist when an error occurred, or the request was refused before', async () => {
    const key = newKey();
    probes.failWith(new Error('broken'));
    expect(verdictOf(await call(key))).toBe('500 internal_error');
    expect(verdictOf(await call(key, 'POST', { route: 'probe-strict', x: 1 }))).toBe('400 validation_failed');
    expect(verdictOf(await call(key, 'POST', '{'))).toBe('400 invalid_json');
    expect(verdictOf(await call(key, 'POST', { route: 'probe' }, {}, service.partner.readOnlyKey))).toBe(
      '403 forbidden_scope',
    );
    expect(verdictOf(await call(key, 'POST', { route: 'probe' }, {}, 'partner_test_x_y'))).toBe('401 unauthenticated');
    probes.failWith(null);
    const done = await call(key);
    expect([done.status, isReplay(done)]).toEqual([200, false]);
  });

  it('does not exist for a query with a key', async () => {
    const ask = (key: string): Promise<Reply> =>
      service.call('GET', { query: { route: 'probe-query' }, headers: { 'idempotency-key': key } });
    const key = newKey();
    const replies = [await ask(key), await ask(key), await ask('!')];
    expect(replies.map((reply) => [reply.status, isReplay(reply)])).toEqual([
      [200, false],
      [200, false],
      [200, false],
    ]);
  });
});

describe('an Idempotency-Key', () => {
  it('is the same bare, quoted, and surrounded by blanks', async () => {
    const first = await call('"twelve chars"');
    for (const form of ['twelve chars', ' twelve chars ', ' "twelve chars"']) {
      const again = await call(form);
      expect(seen(again)).toBe(seen(first));
      expect(isReplay(again)).toBe(true);
    }
    expect(isReplay(await call('"back\\\\slash \\"quoted\\""'))).toBe(false);
    expect(isReplay(await call('back\\slash "quoted"'))).toBe(true);
  });

  it('has 8 to 200 characters, counted inside the quotes', async () => {
    const lengths: readonly (readonly [string, boolean])[] = [
      ['k'.repeat(7), false],
      ['k'.repeat(8), true],
      ['k'.repeat(200), true],
      ['k'.repeat(201), false],
      [`"${'q'.repeat(7)}"`, false],
      [`"${'q'.repeat(8)}"`, true],
      [`"${'q'.repeat(200)}"`, true],
      [`"${'q'.repeat(201)}"`, false],
      ['', false],
      ['""', false],
      [`"${'\\\\'.repeat(200)}"`, true],
      [`"${'\\\\'.repeat(201)}"`, false],
      ['é'.repeat(10_000), false],
    ];
    for (const [key, good] of lengths) {
      const reply = await call(key);
      const rule = key === '' ? 'format' : 'length';
      expect(reply.status).toBe(good ? 200 : 400);
      if (!good) expect(problemsOf(reply)).toEqual([expect.objectContaining({ path: 'Idempotency-Key', rule })]);
    }
  });

  it.each(['schlüssel-1234', 'tab\tin-the-key', 'null\u0000in-the-key', 'emoji😀emoji😀'])(
    '%j is not printable ASCII',
    async (key) => {
      expect(problemsOf(await call(key))).toEqual([
        expect.objectContaining({ path: 'Idempotency-Key', rule: 'format' }),
      ]);
    },
  );
});
