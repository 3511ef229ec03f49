import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { testClock } from '../../tools/harness/test-clock.ts';
import { startScene, type DeliveryScene } from '../delivery/delivery-scene.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

const hour = 3_600_000;
const clock = testClock();
let table: TestTable;
let scene: DeliveryScene;
let member: string;
let messages = 0;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  scene = await startScene(table, clock.now);
  member = await scene.partner.member('viewer');
});
afterEach(() => {
  scene.close();
});

/** Messages of the instance with these final statuses. */
const settle = async (
  ends: { readonly delivered?: number; readonly failed?: number },
  code = 131000,
): Promise<void> => {
  clock.pass(1);
  const report = (status: string): Promise<unknown> => {
    messages += 1;
    return scene.report({ message_id: `m-${messages}`, status, ...(status === 'failed' ? { error_code: code } : {}) });
  };
  await Promise.all([
    ...Array.from({ length: ends.delivered ?? 0 }, () => report('delivered')),
    ...Array.from({ length: ends.failed ?? 0 }, () => report('failed')),
  ]);
  await scene.fold();
};

const notified = async (): Promise<readonly unknown[]> => {
  const reply = await scene.call('GET', { bearer: member, query: { route: 'list-partner-notifications' } });
  return z
    .array(z.object({ category: z.string(), severity: z.string(), entity: z.unknown(), body: z.string() }))
    .parse(reply.body['items'])
    .map(({ category, severity, entity, body }) => [category, severity, entity, body.split(' of its')[0]])
    .toReversed();
};
const notification = (severity: string, share: string) => [
  'delivery_health',
  severity,
  { type: 'instance', id: scene.instanceId },
  share,
];

describe("a verdict on an instance's deliveries", () => {
  test('is notified once for each step that it becomes worse', async () => {
    await settle({ delivered: 18, failed: 1 });
    expect(await notified()).toEqual([]);
    await settle({ failed: 1 });
    await settle({ failed: 1 });
    expect(await notified()).toEqual([notification('warning', '10 %')]);
    await settle({ failed: 1 });
    await settle({ failed: 1 });
    expect(await notified()).toEqual([notification('warning', '10 %'), notification('critical', '18.2 %')]);
  });

  test('is notified as critical when it becomes critical at once', async () => {
    await settle({ delivered: 10, failed: 10 });
    await settle({ failed: 1 });
    expect(await notified()).toEqual([notification('critical', '50 %')]);
  });

  test('is notified again after it was better in between, at most once an hour', async () => {
    await settle({ delivered: 18, failed: 2 });
    await settle({ delivered: 40, failed: 1 });
    await settle({ failed: 2 });
    expect(await notified()).toEqual([notification('warning', '10 %')]);
    await settle({ delivered: 60, failed: 1 });
    clock.pass(hour);
    await settle({ failed: 5 });
    expect(await notified()).toEqual([notification('warning', '10 %'), notification('warning', '8.5 %')]);
  });

  test('is notified again a day later', async () => {
    await settle({ delivered: 18, failed: 2 });
    clock.pass(30 * hour);
    await settle({ delivered: 18, failed: 2 });
    expect(await notified()).toHaveLength(2);
  });

  test('is not notified again while it lasts', async () => {
    await settle({ delivered: 18, failed: 2 });
    for (let days = 0; days < 4; days += 1) {
      clock.pass(13 * hour);
      await settle({ delivered: 18, failed: 2 });
    }
    expect(await notified()).toHaveLength(1);
  });

  test('does not count failures that the recipients caused', async () => {
    await settle({ delivered: 10, failed: 10 }, 131026);
    expect(await notified()).toEqual([]);
  });

  test('is notified once when the stream delivers the same reports again', async () => {
    await settle({ delivered: 10 });
    await Promise.all([settle({ failed: 10 }), settle({ failed: 1 })]);
    await scene.fold();
    expect(await notified()).toHaveLength(1);
  });
});
