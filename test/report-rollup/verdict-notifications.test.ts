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

/** Messages of the line that came to these ends. */
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

const told = async (): Promise<readonly unknown[]> => {
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

describe("a verdict on a line's deliveries", () => {
  test('is told when it turns worse, once a step', async () => {
    await settle({ delivered: 18, failed: 1 });
    expect(await told()).toEqual([]);
    await settle({ failed: 1 });
    await settle({ failed: 1 });
    expect(await told()).toEqual([notification('warning', '10 %')]);
    await settle({ failed: 1 });
    await settle({ failed: 1 });
    expect(await told()).toEqual([notification('warning', '10 %'), notification('critical', '18.2 %')]);
  });

  test('is told as it is when it is critical at once', async () => {
    await settle({ delivered: 10, failed: 10 });
    await settle({ failed: 1 });
    expect(await told()).toEqual([notification('critical', '50 %')]);
  });

  test('is told again after it was better in between', async () => {
    await settle({ delivered: 18, failed: 2 });
    await settle({ delivered: 40, failed: 1 });
    await settle({ failed: 2 });
    expect(await told()).toEqual([notification('warning', '10 %'), notification('warning', '7.9 %')]);
  });

  test('is news again a day after', async () => {
    await settle({ delivered: 18, failed: 2 });
    clock.pass(30 * hour);
    await settle({ delivered: 18, failed: 2 });
    expect(await told()).toHaveLength(2);
  });

  test('is no news while it lasts', async () => {
    await settle({ delivered: 18, failed: 2 });
    for (let days = 0; days < 4; days += 1) {
      clock.pass(13 * hour);
      await settle({ delivered: 18, failed: 2 });
    }
    expect(await told()).toHaveLength(1);
  });

  test('does not hold against the line what lies with the recipients', async () => {
    await settle({ delivered: 10, failed: 10 }, 131026);
    expect(await told()).toEqual([]);
  });

  test('is told once when the stream brings the same reports again', async () => {
    await settle({ delivered: 10 });
    await Promise.all([settle({ failed: 10 }), settle({ failed: 1 })]);
    await scene.fold();
    expect(await told()).toHaveLength(1);
  });
});
