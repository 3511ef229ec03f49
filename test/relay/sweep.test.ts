import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { dueAt } from '../../lambdas/kernel/due.ts';
import { relayDue } from '../../lambdas/relay/relay-due.ts';
import { sweep } from '../../lambdas/relay/sweep.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { QueuedHint } from '../../lambdas/runtime/due-queues.ts';
import { startTestTable, type TestTable } from '../../tools/harness/test-table.ts';
import { interposed } from '../interposed-table.ts';

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

describe('a sweep that can do only a part', () => {
  const kinds = ['customerImport', 'event', 'merge', 'migration', 'reportFold'] as const;
  const others = ['event', 'fold', 'lifecycle', 'migration'];
  const later = now + 3_600_000;

  beforeAll(async () => {
    for (const kind of kinds) {
      const id = newId(now);
      await table.client.send(
        new PutCommand({ TableName: table.name, Item: { pk: id, sk: 'Y', ...dueAt(kind, id, later - 120_000) } }),
      );
    }
  });

  const only = ({ hint }: QueuedHint): boolean => hint.sk === 'Y';

  test('a queue that refuses its messages keeps no other queue from its hints, and its overdue work is counted', async () => {
    const sent: QueuedHint[] = [];
    const swept = await sweep(
      table,
      async (hints) => {
        if (hints[0]?.queue === 'import') throw new Error('the queue does not exist');
        await setImmediate();
        sent.push(...hints.filter(only));
        return [];
      },
      later,
    );
    expect(sent.map(({ queue }) => queue).toSorted()).toEqual(others);
    expect(swept.unsent).toBe(1);
    expect(swept.failures).toMatchObject([{ queue: 'import', isUnread: false }]);
    expect(swept.overdue).toContainEqual({ queue: 'import', count: 1, longest: 120_000 });
  });

  test('a queue whose due work is not read has no figures, and the others are swept', async () => {
    const sent: QueuedHint[] = [];
    const broken = interposed(table, (command, send) =>
      command instanceof QueryCommand && JSON.stringify(command.input).includes('import')
        ? Promise.reject(new Error('no answer'))
        : send(),
    );
    const swept = await sweep(
      broken,
      (hints) => {
        sent.push(...hints.filter(only));
        return Promise.resolve([]);
      },
      later,
    );
    expect(sent.map(({ queue }) => queue).toSorted()).toEqual(others);
    expect(swept.overdue.map(({ queue }) => queue)).not.toContain('import');
    expect(new Set(swept.failures.map(({ queue, isUnread }) => `${queue} ${String(isUnread)}`))).toEqual(
      new Set(['import true']),
    );
  });
});

test('the relay sends the hints of the other queues when one refuses its own', async () => {
  const sent: QueuedHint[] = [];
  const unsent: number[] = [];
  const recordOf = (kind: 'customerImport' | 'event') => {
    const { due_shard, due_at } = dueAt(kind, newId(now), now);
    const text = (value: string) => ({ S: value });
    return {
      dynamodb: {
        NewImage: { pk: text('a'), sk: text('b'), due_shard: text(due_shard), due_at: text(due_at) },
      },
    };
  };
  await relayDue(
    {
      send: (hints) => {
        if (hints.some(({ queue }) => queue === 'import')) return Promise.reject(new Error('the queue does not exist'));
        sent.push(...hints);
        return Promise.resolve([]);
      },
      clock: () => now,
      sendToFailedQueue: (_record, error) => Promise.reject(error instanceof Error ? error : new Error('unreadable')),
      onUnsent: (count) => unsent.push(count),
    },
    [recordOf('customerImport'), recordOf('event')],
  );
  expect(sent.map(({ queue }) => queue)).toEqual(['event']);
  expect(unsent).toEqual([1]);
});
