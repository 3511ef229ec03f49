import { describe, expect, test } from '@jest/globals';
import { eventTypes } from '../../lambdas/domain/event.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { eventJournalHours } from '../../lambdas/store/webhooks/event-journal.ts';
import type { EventRow } from '../../lambdas/store/webhooks/event-row.ts';
import { packRows } from '../../lambdas/store/webhooks/event-row-codec.ts';

const start = Date.UTC(2030, 0, 2);
const hour = 3_600_000;

const rowAt = (createdAt: number): EventRow => ({
  id: newId(createdAt),
  customerId: newId(start),
  number: 1,
  type: eventTypes[0],
  createdAt,
  turn: 1,
  end: null,
  firstDelivered: null,
});

/** A chunk with a row for each of the hours, which may come several times. */
const chunksOf = (hours: readonly number[]) =>
  hours.map((at, index) => ({
    sk: `${String(at).padStart(2, '0')}#${String(100 - index)}`,
    body: packRows([rowAt(start + at * hour + index)]),
  }));

const tableOf = (pages: readonly (readonly object[])[], read: number[]): Table => {
  const client = {
    send: ({ input }: { readonly input: { readonly ExclusiveStartKey?: { readonly page: number } } }) => {
      const page = input.ExclusiveStartKey?.page ?? 0;
      read.push(page);
      return Promise.resolve({
        Items: pages[page],
        ...(page + 1 < pages.length && { LastEvaluatedKey: { page: page + 1 } }),
      });
    },
  };
  return { name: 'none', client } as unknown as Table;
};

describe('the rows of a day, hour after hour', () => {
  const range = { from: start, to: start + 24 * hour - 1 };

  test('have each hour once, newest first, wherever a page ends', async () => {
    const chunks = chunksOf([23, 23, 23, 7, 7, 0]);
    for (const ends of [[], [1], [2, 4], [3], [1, 2, 3, 4, 5], [0, 3, 3]]) {
      const cuts = [0, ...ends, chunks.length];
      const pages = cuts.slice(1).map((end, index) => chunks.slice(cuts[index], end));
      const hours: (readonly number[])[] = [];
      for await (const { rows } of eventJournalHours(tableOf(pages, []), 'partner', range)) {
        hours.push(rows.map(({ createdAt }) => Math.floor((createdAt - start) / hour)));
      }
      expect(hours).toEqual([[23, 23, 23], [7, 7], [0]]);
    }
  });

  test('are read as they are asked for, so that earlier hours are not in memory', async () => {
    const pages = [5, 4, 3, 2].map((at) => chunksOf([at, at]));
    const read: number[] = [];
    const seen: number[] = [];
    for await (const { rows } of eventJournalHours(tableOf(pages, read), 'partner', range)) {
      seen.push(rows.length);
      expect(read.length).toBeLessThanOrEqual(seen.length + 1);
    }
    expect(seen).toEqual([2, 2, 2, 2]);
    expect(read).toEqual([0, 1, 2, 3]);
  });

  test('are none of a day without events', async () => {
    const { done } = await eventJournalHours(tableOf([[]], []), 'partner', range).next();
    expect(done).toBe(true);
  });
});
