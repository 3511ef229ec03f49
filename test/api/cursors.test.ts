import { beforeAll, describe, expect, it } from '@jest/globals';
import { createClient, type Client } from '../../packages/client/src/client.ts';
import type { ListRequest } from '../../lambdas/domain/paging.ts';
import { listCustomers } from '../../lambdas/store/customers/customer-list.ts';
import { readOrderedPage } from '../../lambdas/store/table/ordered-list.ts';
import { partnerRecords } from '../../lambdas/store/table/partner-records.ts';
import { startMeteredTable } from '../../tools/access-patterns/metered-table.ts';
import { notificationOf, openInbox, type Inbox } from '../../tools/harness/inbox.ts';
import { plantCustomers } from '../../tools/harness/plant-customers.ts';
import type { Reply, TestPartner, TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import type { TestTable } from '../../tools/harness/test-table.ts';
import { problemsOf } from './replies.ts';
import { withService } from './suite-service.ts';

const clock = testClock();
let service: TestService;
let table: TestTable;
withService({ clock: clock.now, rateScale: 10_000 }, (...started) => {
  [service, table] = started;
});

const hour = 3_600_000;

type Query = Readonly<Record<string, string>>;

const list = (partner: TestPartner, query: Query, route = 'list-partner-customers'): Promise<Reply> =>
  service.call('GET', { bearer: partner.apiKey, query: { route, ...query } });

const plant = (partner: TestPartner, count: number): ReturnType<typeof plantCustomers> =>
  plantCustomers(table, partner.partnerId, {
    count,
    from: clock.now() - 9 * hour,
    to: clock.now(),
    describe: () => ({}),
  });

const idsOf = ({ body }: Reply): readonly unknown[] =>
  (body['items'] as readonly Readonly<Record<string, unknown>>[]).map(({ customer_id: id }) => id);

const nextOf = ({ body }: Reply): string => String(body['next_cursor']);

/** A client of the service for partners, without a network. */
const clientOf = (partner: TestPartner): Client =>
  createClient({
    apiUrl: 'https://api.example/functions/v1/swift-worker',
    apikey: service.apikey,
    token: partner.apiKey,
    fetch: async (request, init) => {
      const url = new URL(request instanceof Request ? request.url : request);
      const query = Object.fromEntries(url.searchParams);
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as object) : undefined;
      const reply = await service.call(init?.method ?? 'GET', {
        bearer: partner.apiKey,
        query,
        ...(body === undefined ? {} : { body }),
      });
      const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(reply.text, { status: reply.status, headers });
    },
  });

describe('a list that is read by cursor', () => {
  let partner: TestPartner;
  let all: readonly unknown[];
  beforeAll(async () => {
    partner = await service.newPartner();
    all = (await plant(partner, 120)).map(({ customer_id: id }) => id).toReversed();
  });

  it('has what its pages have, in full parts, with the total and no page numbers', async () => {
    const parts: Reply[] = [];
    for (let cursor = ''; cursor !== 'null'; cursor = nextOf(parts.at(-1) as Reply)) {
      parts.push(await list(partner, { cursor }));
    }
    expect(parts.map(idsOf)).toEqual([all.slice(0, 50), all.slice(50, 100), all.slice(100)]);
    for (const { body } of parts) {
      expect(body).toMatchObject({ total: 120, page_size: 50 });
      expect(Object.keys(body)).not.toContain('page');
      expect(Object.keys(body)).not.toContain('pages');
    }
    expect(parts.at(-1)?.body['next_cursor']).toBeNull();
    expect((await list(partner, {})).body).toMatchObject({ total: 120, page: 1, page_size: 50, pages: 3 });
  });

  it('may change the size of its parts', async () => {
    const first = await list(partner, { cursor: '', page_size: '7' });
    expect(idsOf(await list(partner, { cursor: nextOf(first), page_size: '200' }))).toEqual(all.slice(7));
  });

  it('refuses a cursor with a page, and one that is not of this list with these filters', async () => {
    const cursor = nextOf(await list(partner, { cursor: '', status: 'active' }));
    const other = await service.newPartner();
    await plant(other, 60);
    const begun = nextOf(await list(other, { cursor: '' }));
    const changed = Buffer.from(Buffer.from(cursor, 'base64url').toString().replace('"]', 'x"]')).toString('base64url');
    const replies = [
      await list(partner, { cursor: '', page: '1' }),
      await list(partner, { cursor }),
      await list(partner, { cursor, status: 'inactive' }),
      await list(partner, { cursor: nextOf(await list(partner, { cursor: '' })) }, 'list-partner-instances'),
      await list(partner, { cursor: begun }),
      await list(partner, { cursor: changed, status: 'active' }),
      await list(partner, { cursor: `${cursor}=`, status: 'active' }),
      await list(partner, { cursor: 'null' }),
      await list(partner, { cursor: 'A'.repeat(301) }),
      await list(partner, { cursor: '✓'.repeat(40) }),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(400);
      expect(problemsOf(reply)).toMatchObject([{ path: 'cursor' }]);
    }
    expect((await list(partner, { cursor, status: 'active' })).status).toBe(200);
  });

  it('leaves out what was not updated since, of the part that it reads', async () => {
    const since = new Date(clock.now()).toISOString();
    clock.pass(1_000);
    const changes = { customer_name: 'Renamed' };
    const body = { route: 'update-partner-customer', customer_id: all[60], changes };
    await service.call('PATCH', { bearer: partner.apiKey, body });
    const query = { updated_since: since, page_size: '40' };
    const first = await list(partner, { ...query, cursor: '' });
    const second = await list(partner, { ...query, cursor: nextOf(first) });
    expect([idsOf(first), idsOf(second)]).toEqual([[], [all[60]]]);
    expect(nextOf(second)).not.toBe('null');
    expect(problemsOf(await list(partner, query))).toMatchObject([{ path: 'updated_since', rule: 'cursor' }]);
  });
});

it.each([
  ['close together', 100, 1],
  ['far apart', 300 * hour, 1],
  ['far apart among others', 300 * hour, 4],
])('costs no more by cursor than a page, of records that stand %s', async (_, span, step) => {
  const metered = await startMeteredTable();
  try {
    const to = clock.now();
    const times = { from: to - span, to };
    await plantCustomers(metered, 'p', { ...times, count: 400, describe: () => ({ status: 'inactive' }) });
    for (let other = 1; other < step; other += 1)
      await plantCustomers(metered, 'p', { ...times, count: 400, describe: () => ({}) });
    const records = partnerRecords('p', [], 'C', new Set(['inactive']));
    const unitsOf = async (request: ListRequest): Promise<{ readonly units: number; readonly next: string | null }> => {
      const { result, accesses } = await metered.measure(() => readOrderedPage(metered, records, request));
      return { units: accesses.reduce((sum, { read }) => sum + read, 0), next: result.next };
    };
    const pages: number[] = [];
    for (let page = 1; page <= (step === 1 ? 1 : 20); page += 1)
      pages.push((await unitsOf({ page, pageSize: 20 })).units);
    // A filter that leaves out records may need one more request, whose units are rounded up.
    const most = Math.max(...pages) + (step === 1 ? 0 : 1);
    for (let [after, isFirst]: [string | null, boolean] = [null, true]; isFirst || after !== null; isFirst = false) {
      const { units, next } = await unitsOf({ after, seen: 0, pageSize: 20 });
      expect(units).toBeLessThanOrEqual(most);
      after = next;
    }
  } finally {
    await metered.stop();
  }
});

describe('a loop that changes what it lists', () => {
  const activeOf = async (partner: TestPartner): Promise<unknown> =>
    (await list(partner, { status: 'active' })).body['total'];

  it('reaches all with the iterators of the client, and a half by page', async () => {
    for (const [page, left] of [
      [undefined, 0],
      [1, 150],
    ] as const) {
      const partner = await service.newPartner();
      await plant(partner, 300);
      const client = clientOf(partner);
      const query = { status: 'active', page_size: 50, ...(page === undefined ? {} : { page }) } as const;
      for await (const { customer_id } of client.items('list-partner-customers', query)) {
        await client.call('deactivate-partner-customer', { customer_id });
      }
      expect(await activeOf(partner)).toBe(left);
    }
  });

  it('reaches all unread notifications', async () => {
    const inbox: Inbox = await openInbox(table, service, clock);
    for (let number = 0; number < 23; number += 1) await inbox.tell([notificationOf('system', `n${number}`)]);
    const met: unknown[] = [];
    for (let cursor: unknown = ''; typeof cursor === 'string';) {
      const query = { status: 'unread', page_size: '5', cursor };
      const { body } = await inbox.get('list-partner-notifications', query);
      for (const { id } of body['items'] as readonly { readonly id: string }[]) {
        met.push(id);
        await inbox.markRead(id);
      }
      cursor = body['next_cursor'];
    }
    expect(new Set(met).size).toBe(23);
    expect(met).toHaveLength(23);
  });
});

it.each([{ page: 1, pageSize: 200 } as const, { after: null, seen: 0, pageSize: 200 } as const])(
  'has a total of no less than it shows, while customers come: %j',
  async (request) => {
    const partner = await service.newPartner();
    await plant(partner, 28);
    let isCounted = false;
    table.client.middlewareStack.add(
      (next) => async (asked) => {
        const answer = await next(asked);
        if (!isCounted) {
          isCounted = true;
          await plant(partner, 34);
        }
        return answer;
      },
      { step: 'initialize', name: 'meanwhile', override: true },
    );
    const found = await listCustomers(table, partner.partnerId, [], new Set(['active']), request);
    table.client.middlewareStack.remove('meanwhile');
    expect(found.items.length).toBeGreaterThan(28);
    expect(found.total).toBeGreaterThanOrEqual(found.items.length);
  },
);
