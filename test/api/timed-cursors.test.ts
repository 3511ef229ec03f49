import { describe, expect, it } from '@jest/globals';
import { reportedOf, type DeliveryScene } from '../delivery/delivery-scene.ts';
import { withScene } from '../delivery/suite-scene.ts';
import { answered } from '../events/verified-receiver.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import type { Reply } from '../../tools/harness/service.ts';
import { withEventList, type EventListScene, type EventPartner } from './event-list-scene.ts';

type Query = Readonly<Record<string, string>>;
interface Part {
  readonly ids: readonly string[];
  readonly next: string | null;
  readonly total: unknown;
}

const partOf = ({ status, text, body }: Reply): Part => {
  if (status !== 200) throw new Error(text);
  const items = body['items'] as readonly { readonly id: string }[];
  return { ids: items.map(({ id }) => id), next: body['next_cursor'] as string | null, total: body['total'] };
};

/** The ids on all parts of a walk. @param between runs after each part */
const walk = async (
  read: (query: Query) => Promise<Reply>,
  query: Query,
  between: (part: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly string[]> => {
  const met: string[] = [];
  for (let [part, cursor]: [number, string | null] = [1, '']; cursor !== null; part += 1) {
    const { ids, next } = partOf(await read({ ...query, cursor }));
    met.push(...ids);
    cursor = next;
    await between(part);
  }
  return met;
};

describe('a walk through delivery events', () => {
  const clock = testClock();
  let scene: DeliveryScene;
  withScene(clock.now, (started) => {
    scene = started;
  });
  let messages = 0;
  const report = async (ago: number, fields: Query = {}): Promise<string> => {
    messages += 1;
    const occurred_at = new Date(clock.now() - ago).toISOString();
    const reply = await scene.report({ message_id: `m-${messages}`, occurred_at, ...fields });
    return reportedOf(reply).event_id;
  };
  const search = (query: Query): Promise<Reply> => scene.query('search-partner-delivery-events', query);

  it('meets each once, also of one moment, while reports of all times come', async () => {
    const moment = 3 * 3_600_000;
    const ids = new Set<string>();
    for (const ago of [0, 60_000, moment, moment, moment, moment, moment, moment + 1, 5 * 3_600_000, 7 * 3_600_000]) {
      ids.add(await report(ago, ago === 60_000 ? { status: 'failed', error_code: '131000' } : {}));
    }
    await scene.fold();
    await scene.foldIndex();
    const filters: readonly Query[] = [
      {},
      { status: 'sent' },
      { customer_id: scene.customerId },
      { instance_id: scene.instanceId },
    ];
    for (const filter of filters) {
      const expected = new Set(partOf(await search(filter)).ids);
      const began = clock.now();
      const met = await walk(search, { ...filter, page_size: '2' }, async (part) => {
        if (part > 3) return;
        clock.pass(1_000);
        for (const ago of [0, moment, 6 * 3_600_000]) await report(ago + clock.now() - began);
        await scene.fold();
        if (part === 2) await scene.foldIndex();
      });
      expect([...expected].filter((id) => met.filter((one) => one === id).length !== 1)).toEqual([]);
      expect(new Set(met).size).toBe(met.length);
    }
    expect(ids.size).toBe(10);
  });

  it('keeps the day that it began with, and counts what it met and what is left', async () => {
    const last = await report(24 * 3_600_000 - 5_000);
    await scene.fold();
    const totals: unknown[] = [];
    const met = await walk(
      async (query) => {
        const reply = await search(query);
        totals.push(partOf(reply).total);
        return reply;
      },
      { page_size: '20' },
      () => {
        clock.pass(60_000);
        return Promise.resolve();
      },
    );
    expect(met).toContain(last);
    expect(new Set(totals)).toEqual(new Set([met.length]));
  });
});

describe('a walk through webhook events', () => {
  let scene: EventListScene;
  let own: EventPartner;
  withEventList(
    (started) => {
      scene = started;
    },
    (partner) => {
      own = partner;
    },
  );
  const read = (query: Query): Promise<Reply> => scene.get('list-partner-webhook-events', query, own.partner.apiKey);

  it('meets each once while others come', async () => {
    const customer = await own.newCustomer();
    const ids = await own.changes(customer, 9);
    await scene.catchUp();
    const filters: readonly Query[] = [{}, { customer_id: customer.id }];
    for (const filter of filters) {
      const met = await walk(read, { ...filter, page_size: '2' }, async () => {
        await own.changes(customer, 1);
        await scene.catchUp();
      });
      expect(ids.filter((id) => met.filter((one) => one === id).length !== 1)).toEqual([]);
      expect(new Set(met).size).toBe(met.length);
    }
  });

  it('shifts none of those that still wait when others are delivered', async () => {
    const customers = [await own.newCustomer(), await own.newCustomer()];
    for (const customer of customers) await own.changes(customer, 3);
    await scene.catchUp();
    const total = partOf(await read({ status: 'waiting', cursor: '' })).total;
    const first = partOf(await read({ status: 'waiting', page_size: '2', cursor: '' }));
    scene.receiver.answer = () => answered(204);
    await scene.settle();
    await scene.catchUp();
    const waiting = await own.changes(customers[0] as Awaited<ReturnType<EventPartner['newCustomer']>>, 1);
    await scene.catchUp();
    const rest = partOf(await read({ status: 'waiting', page_size: '2', cursor: first.next ?? '' }));
    expect([total, first.ids.length, rest.ids, rest.next]).toEqual([6, 2, [], null]);
    expect(partOf(await read({ status: 'waiting', cursor: '' })).ids).toEqual(waiting);
  });
});
