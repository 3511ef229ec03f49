import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { debit } from '../../lambdas/store/partners/rate-buckets.ts';
import { recordCommands, type CommandRecorder } from '../../tools/harness/sent-commands.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { countEffects, probeRoutes } from './probes.ts';
import { headerOf, verdictOf } from './replies.ts';
import {
  startService,
  type Asked,
  type Reply,
  type TestPartner,
  type TestService,
} from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';

// A fiftieth of the limits: reads 2/s with a burst of 8, commands 1/s with a burst of 4.
const scale = 0.02;
const clock = testClock();
const probes = probeRoutes();
let table: TestTable;
let service: TestService;
let partner: TestPartner;
let commands: CommandRecorder;

beforeAll(async () => {
  table = await startTestTable();
  commands = recordCommands(table);
  service = await startService(table, { clock: clock.now, rateScale: scale, probes: probes.routes });
});
afterAll(() => {
  commands.stop();
  return table.stop();
});
beforeEach(async () => {
  partner = await service.newPartner();
});

const call = (method: string, asked: Asked = {}): Promise<Reply> =>
  service.call(method, { bearer: partner.apiKey, ...asked });
const read = (): Promise<Reply> => call('GET', { query: { route: 'list-partner-customers' } });
const command = (headers: Record<string, string> = {}): Promise<Reply> =>
  call('POST', { body: { route: 'probe' }, headers });

const until429 = async (ask: () => Promise<Reply>): Promise<{ readonly passed: number; readonly refused: Reply }> => {
  for (let passed = 0; passed < 100; passed += 1) {
    const reply = await ask();
    if (reply.status === 429) return { passed, refused: reply };
  }
  throw new Error('the limit never came');
};

describe('a partner', () => {
  it('that exceeds its limit gets 429 with Retry-After, and is admitted after that time', async () => {
    const { passed, refused } = await until429(read);
    expect(passed).toBe(8);
    expect(verdictOf(refused)).toBe('429 rate_limited');
    expect(headerOf(refused, 'retry-after')).toBe('1');
    expect(headerOf(refused, 'ratelimit')).toBe('"reads";r=0;t=1');
    expect(headerOf(refused, 'ratelimit-policy')).toBe('"reads";q=8;w=4');
    clock.pass(1000);
    expect((await read()).status).toBe(200);
  });

  it('is counted at the time of the debit, not at the beginning of a call that took long to get there', async () => {
    let began: number | null = null;
    let now = clock.now();
    const debited: number[] = [];
    const slow = await startService(table, {
      clock: () => {
        now += 5_000;
        began ??= now;
        return now;
      },
      debit: (...asked) => {
        debited.push(asked[4]);
        return debit(table, ...asked);
      },
    });
    began = null;
    expect(
      (await slow.call('GET', { bearer: partner.apiKey, query: { route: 'list-partner-customers' } })).status,
    ).toBe(200);
    expect(debited[0]).toBeGreaterThan(Number(began));
  });

  it('has separate limits for reads, commands and every other class, and so have other partners', async () => {
    await until429(read);
    expect((await command()).status).toBe(200);
    const other = await service.newPartner();
    expect((await call('GET', { bearer: other.apiKey, query: { route: 'list-partner-customers' } })).status).toBe(200);
  });

  it('shares its limit between keys and members', async () => {
    const bearer = await partner.member('owner');
    for (let calls = 0; calls < 8; calls += 1)
      await (calls % 2 === 0 ? read() : call('GET', { bearer, query: { route: 'list-partner-customers' } }));
    expect((await read()).status).toBe(429);
  });
});

describe('a call', () => {
  it('that is refused for any reason but 401 counts', async () => {
    expect((await call('GET')).status).toBe(400);
    expect((await call('GET', { query: { route: 'unknown' } })).status).toBe(400);
    expect((await call('GET', { query: 'a=1&a=2' })).status).toBe(400);
    expect((await call('GET', { query: { route: 'list-partner-customers', partner_id: randomUUID() } })).status).toBe(
      403,
    );
    expect((await call('GET', { query: { route: 'probe-member' } })).status).toBe(403);
    expect((await call('GET', { query: { route: 'get-partner-customer', external_customer_id: 'x' } })).status).toBe(
      404,
    );
    expect((await until429(read)).passed).toBe(2);
  });

  it('that is refused with 401 counts for no one', async () => {
    for (let calls = 0; calls < 20; calls += 1) {
      const reply = await call('GET', { apikey: null });
      expect([reply.status, headerOf(reply, 'ratelimit'), headerOf(reply, 'ratelimit-policy')]).toEqual([
        401,
        undefined,
        undefined,
      ]);
    }
    expect((await until429(read)).passed).toBe(8);
  });

  it('of a known caller has its limit in the response, whatever the status', async () => {
    const replies = [
      await read(),
      await call('GET'),
      await call('POST', { body: '{' }),
      await call('POST', { body: 'x'.repeat(300_000) }),
      await call('POST', { body: {}, headers: { 'content-type': 'text/plain' } }),
      await call('GET', { query: { route: 'probe-member' } }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 400, 413, 415, 403]);
    expect(replies.map((reply) => headerOf(reply, 'ratelimit'))).toEqual([
      '"reads";r=7;t=1',
      '"reads";r=6;t=1',
      '"commands";r=3;t=1',
      '"commands";r=2;t=1',
      '"commands";r=1;t=1',
      '"reads";r=5;t=1',
    ]);
    probes.failWith(new Error('broken'));
    const broken = await command();
    probes.failWith(null);
    expect([broken.status, headerOf(broken, 'ratelimit')]).toEqual([500, '"commands";r=0;t=1']);
  });

  it('beyond the limit does nothing, and its idempotency key is not used', async () => {
    await until429(command);
    const before = await countEffects(table);
    const key = { 'idempotency-key': `limited-${partner.partnerId}` };
    expect((await command(key)).status).toBe(429);
    expect(await countEffects(table)).toBe(before);
    clock.pass(1000);
    const carriedOut = await command(key);
    expect([carriedOut.status, headerOf(carriedOut, 'idempotent-replayed')]).toEqual([200, undefined]);
  });
});

/** One route of each kind of read, from one item to every customer. */
const queries: readonly Record<string, string>[] = [
  { route: 'get-partner-customer', external_customer_id: 'x' },
  { route: 'list-partner-customers' },
  { route: 'list-partner-instances' },
  { route: 'search-partner-delivery-events' },
  { route: 'get-partner-delivery-health' },
];

describe('a refused call', () => {
  it('sends nothing to the table when the environment knows that the bucket is empty', async () => {
    await until429(read);
    await until429(command);
    for (const query of queries) {
      const { result, sent } = await commands.during(() => call('GET', { query }));
      expect([verdictOf(result), sent]).toEqual(['429 rate_limited', []]);
    }
    const key = { 'idempotency-key': `refused-${partner.partnerId}` };
    const { result, sent } = await commands.during(() => command(key));
    expect([verdictOf(result), sent]).toEqual(['429 rate_limited', []]);
  });

  it('reads only its bucket when the environment does not know that', async () => {
    await until429(read);
    await until429(command);
    for (const query of queries) {
      const other = await startService(table, { clock: clock.now, rateScale: scale, probes: probes.routes });
      const bearer = partner.apiKey;
      // Credentials are cached by a call of another class.
      await other.call('POST', { bearer, body: { route: 'probe' } });
      const { result, sent } = await commands.during(() => other.call('GET', { bearer, query }));
      expect(verdictOf(result)).toBe('429 rate_limited');
      expect(sent.map(({ name }) => name)).toEqual(sent.map(() => 'UpdateItemCommand'));
      for (const { input } of sent) expect(input).toContain('#RATE');
    }
  });
});

describe('a search among the customers', () => {
  const search = (term: string): Promise<Reply> =>
    call('GET', { query: { route: 'list-partner-customers', search: term } });

  it('has a limit of its own, ten a second with a burst of twenty, and does not count as a read', async () => {
    const limited = await startService(table, { clock: clock.now, rateScale: 1 });
    const caller = await limited.newPartner();
    const ask = (query: Record<string, string>): Promise<Reply> =>
      limited.call('GET', { bearer: caller.apiKey, query: { route: 'list-partner-customers', ...query } });
    const { passed, refused } = await until429(() => ask({ search: 'acme' }));
    expect(passed).toBe(20);
    expect(headerOf(refused, 'ratelimit-policy')).toBe('"customer_searches";q=20;w=2');
    expect(headerOf(await ask({}), 'ratelimit-policy')).toBe('"reads";q=400;w=4');
    clock.pass(100);
    expect((await ask({ search: 'acme' })).status).toBe(200);
    expect((await ask({ search: 'acme' })).status).toBe(429);
  });

  it('shares its limit with the search among the instances', async () => {
    const limited = await startService(table, { clock: clock.now, rateScale: 1 });
    const caller = await limited.newPartner();
    const ask = (query: Record<string, string>): Promise<Reply> =>
      limited.call('GET', { bearer: caller.apiKey, query });
    const { passed, refused } = await until429(() => ask({ route: 'search-partner-instances' }));
    expect(passed).toBe(20);
    expect(headerOf(refused, 'ratelimit-policy')).toBe('"customer_searches";q=20;w=2');
    expect((await ask({ route: 'list-partner-customers', search: 'acme' })).status).toBe(429);
  });

  it('without a search term counts as a list', async () => {
    expect(headerOf(await search('  '), 'ratelimit-policy')).toContain('"reads"');
    expect(headerOf(await search(''), 'ratelimit-policy')).toContain('"reads"');
  });
});
