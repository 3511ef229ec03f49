import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { dueAt } from '../../lambdas/kernel/due.ts';
import { sweep } from '../../lambdas/relay/sweep.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { QueuedHint } from '../../lambdas/runtime/due-queues.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';

let table: TestTable;

beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const now = Date.UTC(2030, 0, 1);

test('the sweep reports how much work of each queue is overdue and for how long, and sends hints for it and for work that is due soon', async () => {
  const put = (kind: 'event' | 'merge', time: number) => {
    const id = newId(now);
    return table.client.send(
      new PutCommand({ TableName: table.name, Item: { pk: id, sk: 'X', ...dueAt(kind, id, time) } }),
    );
  };
  await put('event', now - 90_000);
  await put('event', now - 20_000);
  // Recently due: the stream still delivers its hint.
  await put('event', now - 1_000);
  await put('merge', now + 30_000);
  await put('merge', now + 90_000);
  const sent: QueuedHint[] = [];
  const swept = await sweep(
    table,
    (hints) => {
      sent.push(...hints);
      return Promise.resolve([]);
    },
    now,
  );
  expect(swept.found).toBe(3);
  expect(sent.map(({ queue, delay }) => [queue, delay]).toSorted()).toEqual([
    ['event', 0],
    ['event', 0],
    ['lifecycle', 30_000],
  ]);
  expect(swept.overdue.filter(({ count }) => count > 0)).toEqual([{ queue: 'event', count: 2, longest: 90_000 }]);
});
