import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import type { IndexedEvent } from '@swift-worker/time-index/event.ts';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { memoryIndex } from '@swift-worker/time-index/memory-index.ts';
import { deliveryHealth, type DeliveryHealth } from '../../lambdas/domain/delivery/health.ts';
import { healthWindow } from '../../lambdas/domain/delivery/health-window.ts';
import { foldScope } from '../../lambdas/store/delivery/fold-scope.ts';
import { readHealth } from '../../lambdas/store/delivery/read-health.ts';
import { instances, partnerId, plainEvent } from './reports.ts';

const hour = 3_600_000;
const midnight = Date.UTC(2030, 0, 9);
const octave = Math.floor(midnight / (192 * hour)) * 192 * hour;
const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };
const partner = { kind: 'partner', partnerId } as const;
const instance = { kind: 'instance', partnerId, instanceId: instances[0] } as const;
const effect = { first: true, delivered: false, read: false, failed: 0, byRecipient: false } as const;

const sentAt = (at: number, line: number): IndexedEvent => ({
  ...plainEvent(randomUUID(), { instance_id: instances[line] ?? '', occurred_at: at, received_at: at }),
  effect,
});

/** A fold commits after the ranges of the other levels were read and before the ranges of one level are read. */
const foldingBefore = (index: DeliveryIndex, prefix: string, fold: () => Promise<void>): DeliveryIndex => {
  let isFolded = false;
  return {
    ...index,
    range: async (partition, range, consistency) => {
      const isLate = range.first.startsWith(prefix);
      if (!isLate) return index.range(partition, range, consistency);
      // The other ranges of the first round have been read by then.
      await new Promise((resolve) => setImmediate(resolve));
      if (!isFolded) {
        isFolded = true;
        await fold();
      }
      return index.range(partition, range, consistency);
    },
  };
};

/** Windows of days or octaves less some hours, each with an event outside it. */
const cases = [
  { name: 'a day less its hours', hours: 30, now: midnight + 35 * hour, outside: midnight + hour },
  { name: 'an octave less its days', hours: 163, now: octave + 216 * hour, outside: octave + hour },
  { name: 'a first day less its hours', hours: 200, now: octave + 216 * hour, outside: octave + 15 * hour },
] as const;

interface Race {
  readonly scope: typeof partner | typeof instance;
  /** What is folded before health is read, and while it is read. */
  readonly before: readonly IndexedEvent[];
  readonly during: readonly IndexedEvent[];
}

/** Health of the window when a fold commits before the ranges of one level are read. */
const healthDuringFold = async (
  { hours, now, late }: (typeof cases)[number] & { readonly late: string },
  { scope, before, during }: Race,
): Promise<DeliveryHealth> => {
  const index = memoryIndex();
  const fold = (events: readonly IndexedEvent[]): Promise<void> =>
    foldScope({ index, retryPolicy, limits: blockLimits }, scope, events);
  const window = healthWindow(hours, now);
  await fold(before);
  const reader = foldingBefore(index, late, () => fold(during));
  const waiting = () => Promise.resolve([]);
  const figures = await readHealth({ index: reader, retryPolicy, waiting }, scope, window);
  return deliveryHealth(window, figures, scope.kind !== 'instance');
};

const lateCases = cases.flatMap((one) => ['L#', 'D#', 'O#'].map((late) => ({ ...one, late })));

test.each(lateCases)(
  'health counts by instance what the window has: $name, a fold before $late is read',
  async (one) => {
    const { now, outside } = one;
    const { counts, by_instance: byInstance } = await healthDuringFold(one, {
      scope: partner,
      before: [sentAt(now - hour, 0), sentAt(outside, 0)],
      during: [sentAt(outside, 1)],
    });
    expect(counts.sent).toBe(1);
    expect(byInstance?.map(({ instance_id: id, counts: own }) => [id, own.sent])).toEqual([[instances[0], 1]]);
  },
);

test.each(lateCases)(
  'health counts no first event before the window: $name, a fold before $late is read',
  async (one) => {
    const { now, outside } = one;
    for (const scope of [partner, instance]) {
      const race = { scope, before: [sentAt(now - hour, 0)], during: [sentAt(outside, 0)] };
      expect((await healthDuringFold(one, race)).counts.sent).toBe(1);
    }
  },
);
