import { describe, expect, it } from '@jest/globals';
import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import { anyEvent, type EventFilter } from '@swift-worker/time-index/event-filter.ts';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { memoryIndex } from '@swift-worker/time-index/memory-index.ts';
import { foldScope } from '../../lambdas/store/delivery/fold-scope.ts';
import { searchEvents } from '../../lambdas/store/delivery/search-events.ts';
import { indexedEvents } from '../../tools/bench/delivery/indexed-events.ts';
import { nothingWaits } from '../../lambdas/store/delivery/waiting-reports.ts';
import { metered, newMeter } from '../../tools/bench/delivery/metered-index.ts';
import { syntheticIndex } from '../../tools/bench/delivery/synthetic-index.ts';
import { instances, partnerId, plainEvent, uuidOf } from './reports.ts';

const scope = { kind: 'partner', partnerId } as const;
const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };
const hour = 3_600_000;

/** A page of 50 events, and what it costs. */
const search = async (
  index: DeliveryIndex,
  filter: Partial<EventFilter>,
  { from, to, page = 1 }: { readonly from: number; readonly to: number; readonly page?: number },
) => {
  const meter = newMeter();
  const deps = { index: metered(index, meter), retryPolicy, waiting: nothingWaits };
  const wanted = { ...anyEvent, ...filter };
  const outcome = await searchEvents(deps, scope, { from, to }, { page, pageSize: 50 }, to, wanted).then(
    (found) => ({ error: null, ...found }),
    (error: unknown) => ({ error, total: -1, events: [] }),
  );
  return { ...outcome, meter };
};

describe('a search with a filter in 200 million events of 90 days', () => {
  const last = Math.floor(Date.UTC(2026, 4, 20, 10) / hour);
  const first = last - 2_159;
  const perHour = 92_593;
  const index = syntheticIndex({ first, last, perHour, instances, blockSize: 256, segments: 2 });
  const whole = { from: first * hour + 1, to: (last + 1) * hour - 1 };

  it.each([1, 4_000, 3_999_000])(
    'by status has page %d with an exact total, at the cost of a few blocks',
    async (page) => {
      const { total, events, meter } = await search(index, { status: 'sent' }, { ...whole, page });
      expect(total).toBe(perHour * 2_160 - 1);
      expect(events).toHaveLength(50);
      expect(meter.readUnits).toBeLessThan(60);
    },
  );

  it('by a status that none has reads only counts', async () => {
    const { total, meter } = await search(index, { status: 'read' }, whole);
    expect(total).toBe(0);
    expect(meter.readUnits).toBeLessThan(60);
  });

  it('by a message is refused before a block is read', async () => {
    const { error, meter } = await search(index, { messageId: 'wamid.1' }, whole);
    expect(error).toMatchObject({ code: 'validation_failed', details: [{ path: 'date_from', rule: 'maximum' }] });
    expect(meter.readUnits).toBeLessThan(60);
  });
});

describe('a search by error code', () => {
  const at = Date.UTC(2026, 4, 18, 10, 30);
  const failures = Array.from({ length: 260 }, (_, number) =>
    plainEvent(uuidOf(9, number), {
      status: 'failed',
      message_id: `wamid.${number}`,
      error: { code: 1_000 + (number % 130), title: null, message: null, details: null },
      occurred_at: at + number * 100_000,
    }),
  );

  it('finds every failure among more codes than a node counts', async () => {
    const index = memoryIndex();
    await foldScope({ index, limits: blockLimits, retryPolicy }, scope, indexedEvents(failures));
    for (const code of [1_000, 1_099, 1_129]) {
      const found = await search(index, { errorCode: String(code) }, { from: at - 1, to: at + 48 * hour });
      const expected = failures.filter(({ error }) => error?.code === code).map(({ id }) => id);
      expect(found.events.map(({ id }) => id)).toEqual(expected.toReversed());
      expect(found.total).toBe(2);
    }
  });

  it('finds no event that is not a failure', async () => {
    const index = memoryIndex();
    await foldScope({ index, limits: blockLimits, retryPolicy }, scope, indexedEvents(failures.slice(0, 10)));
    const found = await search(index, { errorCode: '1000', status: 'sent' }, { from: at - 1, to: at + 48 * hour });
    expect([found.total, found.events]).toEqual([0, []]);
  });
});
