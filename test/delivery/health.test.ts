import { describe, expect, test } from '@jest/globals';
import { otherInstances } from '@swift-worker/time-index/rollup.ts';
import { emptyTally, type Tally } from '@swift-worker/time-index/tally.ts';
import { deliveryHealth, messageStates, verdictOf, type MessageStates } from '../../lambdas/domain/delivery/health.ts';
import { healthWindow } from '../../lambdas/domain/delivery/health-window.ts';
import { instances } from './reports.ts';

const now = Date.UTC(2026, 4, 20, 10, 30, 0, 250);
const states = (fields: Partial<MessageStates>): MessageStates => ({
  messages: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  failedByRecipient: 0,
  ...fields,
});
const tally = (fields: Partial<Tally>): Tally => ({ ...emptyTally, ...fields });

describe('the verdict', () => {
  test.each([
    [19, 0, 0, 'insufficient_data'],
    [0, 19, 0, 'insufficient_data'],
    [20, 0, 0, 'healthy'],
    [95, 5, 0, 'healthy'],
    [949, 51, 0, 'degraded'],
    [85, 15, 0, 'degraded'],
    [849, 151, 0, 'critical'],
    [0, 20, 0, 'critical'],
    [0, 20, 20, 'healthy'],
    [80, 20, 15, 'healthy'],
    [80, 20, 14, 'degraded'],
    [80, 20, 4, 'critical'],
  ] as const)(
    'of %i delivered and %i failed, %i of these by the recipient, is %s',
    (delivered, failed, failedByRecipient, verdict) => {
      expect(verdictOf(states({ delivered, failed, failedByRecipient }))).toBe(verdict);
    },
  );
});

describe('the state of messages', () => {
  test('counts read messages as delivered', () => {
    expect(messageStates(tally({ messages: 3, messages_delivered: 1, messages_read: 2 }))).toEqual(
      states({ messages: 3, delivered: 2, read: 2 }),
    );
  });

  test('includes messages that were settled in the window', () => {
    expect(messageStates(tally({ messages: 1, messages_delivered: 4, messages_failed: 2 })).messages).toBe(6);
  });

  test('does not count a failure that happened before the window and is taken back in it', () => {
    expect(
      messageStates(tally({ messages_delivered: 1, messages_failed: -1, messages_failed_by_recipient: -1 })),
    ).toEqual(states({ messages: 1, delivered: 1 }));
  });
});

describe('the health of a window', () => {
  const figures = { from: healthWindow(24, now).from, series: new Map(), errors: new Map(), instances: new Map() };

  test('has no rates and no data without events', () => {
    const health = deliveryHealth(healthWindow(24, now), figures, true);
    expect(health.rates).toEqual({ delivered: null, read: null, failed: null });
    expect(health).toMatchObject({ verdict: 'insufficient_data', messages: 0, top_errors: [], by_instance: [] });
  });

  test('gives rates with four decimals', () => {
    const instance = tally({ sent: 3, messages: 3, messages_delivered: 2, messages_read: 1, messages_failed: 1 });
    const health = deliveryHealth(
      healthWindow(24, now),
      { ...figures, instances: new Map([[instances[0], instance]]) },
      false,
    );
    expect(health.rates).toEqual({ delivered: 0.6667, read: 0.3333, failed: 0.3333 });
  });

  test.each([
    [1, 2, '2026-05-20T09:00:00.000Z', '2026-05-20T10:00:00.000Z'],
    [24, 25, '2026-05-19T10:00:00.000Z', '2026-05-20T10:00:00.000Z'],
    [72, 73, '2026-05-17T10:00:00.000Z', '2026-05-20T10:00:00.000Z'],
    [73, 4, '2026-05-17T00:00:00.000Z', '2026-05-20T00:00:00.000Z'],
    [2160, 91, '2026-02-19T00:00:00.000Z', '2026-05-20T00:00:00.000Z'],
  ])('of %i hours has a series of %i without holes', (hours, length, first, last) => {
    const { series, from, to } = deliveryHealth(
      healthWindow(hours, now),
      { ...figures, from: healthWindow(hours, now).from },
      false,
    );
    expect(series).toHaveLength(length);
    expect([series.at(0)?.at, series.at(-1)?.at]).toEqual([first, last]);
    expect(now - hours * 3_600_000 - Date.parse(from)).toBe(250);
    expect(to).toBe('2026-05-20T10:30:00.250Z');
  });

  test('shows the ten most frequent errors, each as it was reported', () => {
    const errors = new Map(
      [131026, '131026', null, ...Array.from({ length: 12 }, (_, number) => number)].map((code, place) => [
        JSON.stringify(code),
        { code, title: `title ${place}`, titleFrom: '', count: place < 3 ? 100 - place : 5 },
      ]),
    );
    const { top_errors: shown } = deliveryHealth(healthWindow(24, now), { ...figures, errors }, false);
    expect(shown).toHaveLength(10);
    expect(shown.slice(0, 3)).toEqual([
      { code: 131026, title: 'title 0', count: 100 },
      { code: '131026', title: 'title 1', count: 99 },
      { code: null, title: 'title 2', count: 98 },
    ]);
  });

  test('shows the 200 instances with the most messages, and counts the others too', () => {
    const instances = new Map(
      Array.from({ length: 260 }, (_, number) => [
        `01920002-0000-7000-8000-${String(number).padStart(12, '0')}`,
        tally({ sent: number, messages: number }),
      ]),
    );
    instances.set(otherInstances, tally({ sent: 1_000, messages: 1_000 }));
    const health = deliveryHealth(healthWindow(24, now), { ...figures, instances }, true);
    expect(health.by_instance).toHaveLength(200);
    expect(health.by_instance?.at(0)?.messages).toBe(259);
    expect(health.by_instance?.at(-1)?.messages).toBe(60);
    expect(health.messages).toBe((259 * 260) / 2 + 1_000);
  });
});
