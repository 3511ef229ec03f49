import { describe, expect, test } from '@jest/globals';
import { readWaiting, waitingWork } from '../../../local/console/waiting-work.ts';

const now = '2026-05-01T10:00:00.000Z';
const earlier = '2026-05-01T09:59:00.000Z';
const earliest = '2026-05-01T09:58:00.000Z';
const later = '2026-05-01T10:00:00.001Z';

describe('waiting work', () => {
  test('is counted by kind over all shards, and its lag is that of the oldest that is due', () => {
    const work = waitingWork(
      [
        { shard: 'event#0', dueAt: earlier },
        { shard: 'event#7', dueAt: earliest },
        { shard: 'event#3', dueAt: later },
        { shard: 'outbox#1', dueAt: later },
      ],
      now,
    );
    expect(work.filter(({ name }) => name === 'event' || name === 'outbox')).toEqual([
      { name: 'event', source: 'queue', count: 3, overdue: 2, overdueSince: earliest },
      { name: 'outbox', source: 'queue', count: 1, overdue: 0, overdueSince: null },
    ]);
  });

  test('that is parked is never overdue', () => {
    const work = waitingWork([{ shard: 'parked#partner', dueAt: earliest }], now);
    expect(work.find(({ name }) => name === 'parked')).toEqual({
      name: 'parked',
      source: 'partner',
      count: 1,
      overdue: 0,
      overdueSince: null,
    });
  });
});

describe('reading what waits', () => {
  const item = { pk: { S: 'a' }, sk: { S: 'b' }, due_shard: { S: 'event#1' }, due_at: { S: now } };

  test('goes on page after page', async () => {
    const asked: unknown[] = [];
    const read = await readWaiting((input) => {
      asked.push(input['ExclusiveStartKey']);
      return Promise.resolve({ Items: [item], ...(asked.length < 2 ? { LastEvaluatedKey: { pk: { S: 'a' } } } : {}) });
    }, 'table');
    expect(read).toEqual({ items: [0, 1].map(() => ({ shard: 'event#1', dueAt: now })), isWhole: true });
    expect(asked).toEqual([undefined, { pk: { S: 'a' } }]);
  });

  test('ends after some pages, and says that there is more', async () => {
    const read = await readWaiting(
      () => Promise.resolve({ Items: [item], LastEvaluatedKey: { pk: { S: 'a' } } }),
      'table',
    );
    expect([read.items.length, read.isWhole]).toEqual([3, false]);
  });
});
