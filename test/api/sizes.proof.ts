import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { recordShard } from '../../lambdas/domain/size.ts';
import { mostLanes } from '../../lambdas/store/table/count-lanes.ts';
import { readConnectedInstances } from '../../lambdas/store/webhooks/migration-instances.ts';
import { connectInstance } from '../../tools/harness/connect-instance.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { testVault } from '../../tools/harness/test-vault.ts';
import { startService, type TestService } from '../../tools/harness/service.ts';
import { testClock } from '../../tools/harness/test-clock.ts';

const clock = testClock();
const hour = 3_600_000;
let table: TestTable;
let service: TestService;

beforeAll(async () => {
  table = await startTestTable();
  const lanes = { pick: () => Math.floor(Math.random() * mostLanes), met: () => undefined };
  service = await startService({ ...table, lanes }, { clock: clock.now, rateScale: 10_000 });
});
afterAll(() => table.stop());

const customerAnswer = z.object({ customer: z.object({ customer_id: z.string() }) });
const instanceAnswer = z.object({ instance: z.object({ id: z.string() }) });
const customerPage = z.object({
  items: z.array(z.object({ customer_id: z.string(), external_customer_id: z.string() })),
  total: z.number(),
});
const instancePage = z.object({ items: z.array(z.object({ id: z.string() })), total: z.number() });

let names = 0;
const fresh = (): string => `n${(names += 1)}`;

/** A partner that calls with its own key. */
class Partner {
  readonly #bearer: string;
  readonly id: string;

  constructor(id: string, bearer: string) {
    this.id = id;
    this.#bearer = bearer;
  }

  async command(route: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
    const reply = await service.call('POST', { bearer: this.#bearer, body: { route, ...body } });
    if (reply.status >= 300) throw new Error(`${route}: ${reply.text}`);
    return reply.body;
  }

  async query(route: string, query: Record<string, string>): Promise<Record<string, unknown>> {
    const reply = await service.call('GET', { bearer: this.#bearer, query: { route, ...query } });
    if (reply.status !== 200) throw new Error(`${route}: ${reply.text}`);
    return reply.body;
  }

  async customer(): Promise<string> {
    const given = { external_customer_id: fresh(), customer_name: 'Acme' };
    return customerAnswer.parse(await this.command('upsert-partner-customer', given)).customer.customer_id;
  }

  async instance(customer: string): Promise<string> {
    const given = { partner_customer_id: customer, instance_key: fresh(), create_connect_session: false };
    return instanceAnswer.parse(await this.command('create-customer-instance', given)).instance.id;
  }

  size(size: string): Promise<unknown> {
    return service.operate('partners size', { partner_id: this.id, size });
  }
}

const newPartner = async (): Promise<Partner> => {
  const { partnerId, apiKey } = await service.newPartner();
  return new Partner(partnerId, apiKey);
};

/** The ids on all pages of a list, and the total on each of them. */
const listed = async (
  partner: Partner,
  route: string,
  query: Record<string, string>,
): Promise<{ readonly ids: readonly string[]; readonly totals: ReadonlySet<number> }> => {
  const ids: string[] = [];
  const totals = new Set<number>();
  for (let page = 1; ; page += 1) {
    const body = await partner.query(route, { ...query, page: String(page), page_size: '20' });
    const { items, total } =
      route === 'list-partner-customers'
        ? { ...customerPage.parse(body), items: customerPage.parse(body).items.map(({ customer_id: id }) => id) }
        : { ...instancePage.parse(body), items: instancePage.parse(body).items.map(({ id }) => id) };
    totals.add(total);
    ids.push(...items);
    if (items.length === 0) return { ids, totals };
  }
};

const newestFirst = (ids: readonly string[]): readonly string[] => ids.toSorted().toReversed();

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('customers' as const), count: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 6 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('size' as const), size: fc.constantFrom('standard', 'large') }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deactivate' as const), which: fc.nat(100) }) },
);

/** A raise, with customers of before and after it takes effect. */
const raised = [
  { kind: 'size', size: 'large' },
  { kind: 'customers', count: 1 },
  { kind: 'pass', hours: 5 },
  { kind: 'customers', count: 1 },
] as const;

describe('the lists of a partner whose size is raised and lowered', () => {
  it('have every record exactly once, whether it was made before, during or after the change', async () => {
    const spread = { alone: 0, many: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const partner = await newPartner();
        const [made, inactive, instances]: [string[], Set<string>, string[]] = [[], new Set(), []];
        for (const it of [...raised, ...steps]) {
          switch (it.kind) {
            case 'customers': {
              const ids = await Promise.all(Array.from({ length: it.count }, () => partner.customer()));
              made.push(...ids);
              instances.push(await partner.instance(ids[0] ?? ''));
              break;
            }
            case 'pass':
              clock.pass(it.hours * hour);
              break;
            case 'size':
              await partner.size(it.size);
              break;
            case 'deactivate': {
              const id = made[it.which % Math.max(1, made.length)];
              if (id === undefined || inactive.has(id)) break;
              await partner.command('deactivate-partner-customer', { partner_customer_id: id });
              inactive.add(id);
            }
          }
        }
        for (const id of made) spread[recordShard(id) === null ? 'alone' : 'many'] += 1;
        const all = await listed(partner, 'list-partner-customers', {});
        expect(all).toEqual({ ids: newestFirst(made), totals: new Set([made.length]) });
        const active = made.filter((id) => !inactive.has(id));
        const some = await listed(partner, 'list-partner-customers', { status: 'active' });
        expect(some).toEqual({ ids: newestFirst(active), totals: new Set([active.length]) });
        const found = await listed(partner, 'list-partner-customers', { search: 'acme' });
        expect(found).toEqual({ ids: newestFirst(made), totals: new Set([made.length]) });
        const own = await listed(partner, 'list-partner-instances', {});
        expect(own).toEqual({ ids: newestFirst(instances), totals: new Set([instances.length]) });
        for (const id of made.slice(0, 3)) {
          expect(await partner.query('get-partner-customer', { customer_id: id })).toMatchObject({ ok: true });
        }
      }),
      { numRuns: 8 },
    );
    expect(spread.alone).toBeGreaterThan(0);
    expect(spread.many).toBeGreaterThan(0);
  });

  it('are complete at any time during a raise under traffic', async () => {
    const partner = await newPartner();
    const made = await Promise.all(Array.from({ length: 60 }, () => partner.customer()));
    await partner.size('large');
    for (let minute = 0; minute < 300; minute += 20) {
      const [ids, seen] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, () => partner.customer())),
        listed(partner, 'list-partner-customers', {}),
      ]);
      for (const id of made) expect(seen.ids.filter((shown) => shown === id).length).toBeGreaterThanOrEqual(1);
      made.push(...ids);
      clock.pass(20 * 60_000);
    }
    expect(made.some((id) => recordShard(id) !== null)).toBe(true);
    expect((await listed(partner, 'list-partner-customers', {})).ids).toEqual(newestFirst(made));
  });
});

describe('the connected instances of a partner that is spread', () => {
  it('are all found, a few at a time', async () => {
    const partner = await newPartner();
    const vault = testVault();
    const connected: string[] = [];
    const connect = async (): Promise<void> => {
      const instanceId = await partner.instance(await partner.customer());
      await connectInstance(table, vault, clock.now, {
        partnerId: partner.id,
        instanceId,
        phoneNumberId: fresh(),
        wabaId: 'w',
      });
      connected.push(instanceId);
    };
    for (let count = 0; count < 5; count += 1) await connect();
    await partner.size('large');
    clock.pass(5 * hour);
    for (let count = 0; count < 20; count += 1) await connect();
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const part = await readConnectedInstances(table, partner.id, true, cursor, 2);
      found.push(...part.instanceIds);
      ({ cursor } = part);
    } while (cursor !== null);
    expect(found.toSorted()).toEqual(connected.toSorted());
  });
});
