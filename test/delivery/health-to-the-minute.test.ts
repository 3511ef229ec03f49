import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { IndexedEvent } from '@swift-worker/time-index/event.ts';
import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { memoryIndex } from '@swift-worker/time-index/memory-index.ts';
import { deliveryHealth, type DeliveryHealth } from '../../lambdas/domain/delivery/health.ts';
import { healthWindow } from '../../lambdas/domain/delivery/health-window.ts';
import { foldScope } from '../../lambdas/store/delivery/fold-scope.ts';
import { readHealth } from '../../lambdas/store/delivery/read-health.ts';
import { instances, partnerId, plainEvent, uuidOf } from './reports.ts';

const minute = 60_000;
const hour = 60 * minute;
const now = Date.UTC(2030, 0, 9, 12, 40, 30);
const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };
const partner = { kind: 'partner', partnerId } as const;
const instance = { kind: 'instance', partnerId, instanceId: instances[0] } as const;

const failedAt = (at: number): IndexedEvent => ({
  ...plainEvent(randomUUID(), { instance_id: instances[0], occurred_at: at, received_at: at }),
  status: 'failed',
  error: { code: 131000, title: 'Something went wrong', message: null, details: null },
  effect: { first: true, delivered: false, read: false, failed: 1, byRecipient: false },
});

const healthOf = async (
  scope: typeof partner | typeof instance,
  hours: number,
  folded: readonly IndexedEvent[],
  waits: readonly IndexedEvent[] = [],
): Promise<DeliveryHealth> => {
  const index = memoryIndex();
  await foldScope({ index, retryPolicy, limits: blockLimits }, scope, folded);
  const window = healthWindow(hours, now);
  const waiting = () => Promise.resolve(waits);
  return deliveryHealth(
    window,
    await readHealth({ index, retryPolicy, waiting }, scope, window),
    scope.kind === 'partner',
  );
};

test.each([1, 24, 72, 73, 500, 2_160])('a window of %i hours begins at its minute', async (hours) => {
  const begins = now - 30_000 - hours * hour;
  const outside = [-1, -minute, -39 * minute].map((off) => failedAt(begins + off));
  const inside = [0, minute, 15 * minute, hour].map((off) => failedAt(begins + off));
  for (const scope of [partner, instance] as const) {
    const shown = await healthOf(
      scope,
      hours,
      [...outside.slice(1), ...inside.slice(1)],
      [...outside.slice(0, 1), ...inside.slice(0, 1)],
    );
    expect(shown).toMatchObject({
      from: new Date(begins).toISOString(),
      counts: { failed: 4 },
      messages: 4,
      rates: { failed: 1 },
      top_errors: [{ code: 131000, title: 'Something went wrong', count: 4 }],
      ...(scope.kind === 'partner' && { by_instance: [{ instance_id: instances[0], messages: 4 }] }),
    });
    expect(shown.series.reduce((sum, { counts }) => sum + counts.failed, 0)).toBe(4);
  }
});

test('events that came only before the window leave no error and no instance', async () => {
  const shown = await healthOf(partner, 24, [failedAt(now - 24 * hour - 5 * minute)]);
  expect(shown).toMatchObject({ counts: { failed: 0 }, messages: 0, top_errors: [], by_instance: [] });
});

test('a first hour with too many events counts whole, and the answer says since when', async () => {
  const begins = now - 24 * hour;
  const many = Array.from({ length: 20_500 }, (_, at) => failedAt(begins - 30 * minute + at));
  const shown = await healthOf(instance, 24, many);
  expect(shown).toMatchObject({ from: '2030-01-08T12:00:00.000Z', counts: { failed: 20_500 } });
});

test('a line that a full hour counts among the further ones has its later messages', async () => {
  const begins = now - 500 * hour;
  const lines = Array.from({ length: 4_001 }, (_, number) => uuidOf(2, number + 100));
  const sentBy = (instanceId: string, at: number): IndexedEvent => ({
    ...plainEvent(randomUUID(), { instance_id: instanceId, occurred_at: at, received_at: at }),
    effect: { first: true, delivered: false, read: false, failed: 0, byRecipient: false },
  });
  const [last = ''] = lines.slice(-1);
  const before = [...lines.slice(0, -1), last, last].map((line) => sentBy(line, begins - minute));
  const shown = await healthOf(partner, 500, [...before, sentBy(last, begins + 120 * hour)]);
  expect(shown).toMatchObject({ counts: { sent: 1 }, messages: 1, by_instance: [{ instance_id: last, messages: 1 }] });
});
