import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { eventStatusOf } from '../../lambdas/domain/webhook/event-status.ts';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { listAttempts } from '../../lambdas/store/webhooks/event-attempts.ts';
import { resendEvent } from '../../lambdas/store/webhooks/event-resend.ts';
import type { OutboxEvent } from '../../lambdas/store/webhooks/outbox-events.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import type { EventCustomer } from '../../tools/harness/event-customers.ts';
import { answered, timedOut } from '../events/verified-receiver.ts';
import { startEventListScene, type EventListScene } from './event-list-scene.ts';

let table: TestTable;
let scene: EventListScene;
beforeAll(async () => {
  table = await startTestTable();
  scene = await startEventListScene(table);
});
afterAll(async () => {
  scene.close();
  await table.stop();
});

const hour = 3_600_000;

type Step =
  | { readonly kind: 'change'; readonly customer: number }
  | { readonly kind: 'deliver'; readonly status: 200 | 503 | null }
  | { readonly kind: 'resend'; readonly event: number }
  | { readonly kind: 'pass'; readonly time: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('change' as const), customer: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('deliver' as const), status: fc.constantFrom(200, 503, null) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('resend' as const), event: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), time: fc.integer({ min: 1, max: 20 * hour }) }),
  },
);

/** How the records of the stream come: shuffled, some twice, in batches of these sizes. */
interface Replay {
  readonly order: readonly number[];
  readonly repeated: readonly number[];
  readonly sizes: readonly number[];
}

const replay: fc.Arbitrary<Replay> = fc.record({
  order: fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }),
  repeated: fc.array(fc.nat(59), { maxLength: 20 }),
  sizes: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 5, maxLength: 20 }),
});

const batchesOf = (
  records: readonly unknown[],
  { order, repeated, sizes }: Replay,
): readonly (readonly unknown[])[] => {
  const twice = [...records, ...repeated.flatMap((index) => (index < records.length ? [records[index]] : []))];
  const shuffled = twice
    .map((record, index) => ({ record, place: order[index % order.length] ?? 0, index }))
    .toSorted((left, right) => left.place - right.place || right.index - left.index)
    .map(({ record }) => record);
  const batches: unknown[][] = [];
  for (let first = 0; first < shuffled.length;) {
    const size = sizes[batches.length % sizes.length] ?? 1;
    batches.push(shuffled.slice(first, first + size));
    first += size;
  }
  return batches;
};

const eventsOf = async (customers: readonly EventCustomer[]): Promise<readonly OutboxEvent[]> =>
  (await Promise.all(customers.map((customer) => customer.events()))).flat();

const run = async (customers: readonly EventCustomer[], steps: readonly Step[]): Promise<void> => {
  for (const it of steps) {
    scene.clock.pass(1);
    if (it.kind === 'change') await customers[it.customer]?.change();
    if (it.kind === 'pass') scene.clock.pass(it.time);
    if (it.kind === 'deliver') {
      const { status } = it;
      scene.receiver.answer = () => (status === null ? timedOut : answered(status));
      await scene.settle();
    }
    if (it.kind === 'resend') {
      const event = (await eventsOf(customers))[it.event];
      if (event !== undefined && event.end !== null) await resendEvent(table, event, scene.clock.now());
    }
  }
};

test('the list equals the events themselves, however the stream repeats and reorders its records', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), replay, async (steps, how) => {
      const { partnerId, apiKey } = await scene.service.newPartner();
      await scene.newPartner({ partnerId });
      const customers = [1, 2, 3].map(() => scene.newCustomer(partnerId));
      const own = await Promise.all(customers);
      await run(own, steps);
      for (const batch of batchesOf(await scene.records(), how)) await scene.journal(batch);
      const shown = async (event: OutboxEvent) => ({
        id: event.id,
        status: eventStatusOf(event.end),
        created_at: event.content?.timestamp ?? '',
        // Also those before the event was sent again.
        attempts: (await listAttempts(table, event)).length,
      });
      const expected = (await Promise.all((await eventsOf(own)).map(shown))).toSorted((left, right) =>
        left.created_at === right.created_at
          ? right.id.localeCompare(left.id)
          : right.created_at.localeCompare(left.created_at),
      );
      const query = { page_size: '3' };
      for (const status of ['all', 'waiting', 'delivered', 'undelivered'] as const) {
        const matching = expected.filter((event) => status === 'all' || event.status === status);
        for (let page = 1; page <= Math.ceil(matching.length / 3) + 1; page += 1) {
          const found = await scene.list({ ...query, status, page: String(page) }, apiKey);
          expect(found.total).toBe(matching.length);
          expect(found.items).toMatchObject(matching.slice(3 * (page - 1), 3 * page));
        }
      }
      const since = isoOf(scene.clock.now() - 24 * hour);
      const recent = expected.filter((event) => event.created_at >= since);
      const found = await scene.list({ date_from: since, page_size: '200' }, apiKey);
      expect(found.items.map(({ id }) => id)).toEqual(recent.map(({ id }) => id));
    }),
    // Each run leaves its partners to the next ones, so that shrinking would take longer and longer.
    { numRuns: 25, endOnFailure: true },
  );
});
