import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { isoOf } from '../../lambdas/kernel/time.ts';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { startScene, type DeliveryScene } from './delivery-scene.ts';
import { histories, recountedHistories } from './history-property.ts';

const minute = 60_000;
const clock = testClock();
let table: TestTable;
let scene: DeliveryScene;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  scene = await startScene(table, clock.now);
});
afterEach(() => {
  scene.close();
});

interface Part {
  readonly from: number;
  readonly to: number;
  readonly status: string;
  readonly minutesAgo: number;
}

/** Reports a status of messages by their numbers. */
const reportAll = async (parts: readonly Part[]): Promise<void> => {
  for (const { from, to, status, minutesAgo } of parts) {
    const occurred_at = isoOf(clock.now() - minutesAgo * minute);
    const numbers = Array.from({ length: to - from }, (_, place) => from + place);
    await Promise.all(
      numbers.map((number) =>
        scene.report({
          message_id: `m-${number}`,
          status,
          occurred_at,
          ...(status === 'failed' && { error_code: 131000 }),
        }),
      ),
    );
    await scene.fold();
  }
};

const health = z.object({
  health: z.looseObject({ by_instance: z.array(z.record(z.string(), z.unknown())).optional() }),
});
const healthOf = async (hours: number) =>
  health.parse((await scene.query('get-partner-delivery-health', { window_hours: String(hours) })).body).health;

/** Before and after the reports are folded into the index. */
const shownBoth = async (hours: number) => {
  const waiting = await healthOf(hours);
  await scene.foldIndex();
  const folded = await healthOf(hours);
  expect({ ...folded, to: waiting['to'] }).toEqual(waiting);
  return folded;
};

describe('health of a window is of the messages that belong to it', () => {
  test('a failure of before that is delivered in the window takes no failure of the window back', async () => {
    await reportAll([
      { from: 0, to: 10, status: 'failed', minutesAgo: 180 },
      { from: 10, to: 30, status: 'delivered', minutesAgo: 10 },
      { from: 30, to: 40, status: 'failed', minutesAgo: 10 },
      { from: 0, to: 10, status: 'delivered', minutesAgo: 10 },
    ]);
    const window = { messages: 30, rates: { delivered: 0.6667, read: 0, failed: 0.3333 }, verdict: 'critical' };
    const shown = await shownBoth(1);
    expect(shown).toMatchObject({ ...window, counts: { delivered: 30, failed: 10 } });
    expect(shown.by_instance).toEqual([
      expect.objectContaining({ ...window, instance_id: scene.instanceId, counts: shown['counts'] }),
    ]);
    expect(await healthOf(4)).toMatchObject({ messages: 40, rates: { delivered: 0.75, failed: 0.25 } });
  });

  test('a delivery in the window of a message of before it is no delivery of the window', async () => {
    await reportAll([
      { from: 0, to: 30, status: 'sent', minutesAgo: 180 },
      { from: 30, to: 60, status: 'sent', minutesAgo: 10 },
      { from: 0, to: 30, status: 'delivered', minutesAgo: 10 },
    ]);
    expect(await shownBoth(1)).toMatchObject({
      messages: 30,
      counts: { sent: 30, delivered: 30 },
      rates: { delivered: 0, failed: 0 },
      verdict: 'insufficient_data',
    });
  });

  test('the earliest event that is reported last moves the message out of the window', async () => {
    await reportAll([
      { from: 0, to: 20, status: 'read', minutesAgo: 10 },
      { from: 20, to: 25, status: 'read', minutesAgo: 10 },
      { from: 20, to: 25, status: 'sent', minutesAgo: 180 },
    ]);
    expect(await shownBoth(1)).toMatchObject({ messages: 20, rates: { delivered: 1, read: 1 }, verdict: 'healthy' });
    expect(await healthOf(4)).toMatchObject({ messages: 25, rates: { delivered: 1, read: 1 } });
  });

  test('a verdict is of the messages of its window', async () => {
    await reportAll([
      { from: 0, to: 30, status: 'failed', minutesAgo: 25 * 60 },
      { from: 30, to: 50, status: 'delivered', minutesAgo: 10 },
      { from: 0, to: 30, status: 'delivered', minutesAgo: 5 },
      { from: 50, to: 60, status: 'failed', minutesAgo: 5 },
    ]);
    const member = await scene.partner.member('viewer');
    const list = await scene.call('GET', { bearer: member, query: { route: 'list-partner-notifications' } });
    expect(list.body['items']).toEqual([
      expect.objectContaining({ severity: 'critical', body: expect.stringMatching(/^33\.3 % of its messages/) }),
    ]);
  });
});

describe('random histories', () => {
  test('have the health that the program of the guide computes', async () => {
    await fc.assert(histories, { numRuns: 150 });
  });

  test('leave counts that a recount finds', async () => {
    await fc.assert(recountedHistories, { numRuns: 60 });
  });
});
