import { expect, test } from '@jest/globals';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { findEventById } from '../../lambdas/store/webhooks/find-event.ts';

const now = Date.UTC(2030, 0, 20);
const hour = 3_600_000;

/** An empty table. @returns the index of each query; null for the table itself */
const emptyTable = (): { readonly table: Table; readonly queried: (string | null)[] } => {
  const queried: (string | null)[] = [];
  const send = ({ input }: { readonly input: { readonly IndexName?: string } }) => {
    queried.push(input.IndexName ?? null);
    return Promise.resolve({ Items: [] });
  };
  return { table: { name: 'none', client: { send } } as unknown as Table, queried };
};

test('an id that was never given to an event costs two queries of the list of events, when its time is hours ago', async () => {
  const { table, queried } = emptyTable();
  expect(await findEventById(table, 'partner', newId(now - 2 * hour), now)).toBe(null);
  expect(queried).toEqual([null, null]);
});

test('a new event, which the list may not have yet, is also looked for among those that wait or have ended', async () => {
  const { table, queried } = emptyTable();
  expect(await findEventById(table, 'partner', newId(now - 60_000), now)).toBe(null);
  expect(queried).toEqual([null, null, 'due', 'due']);
});

test('an id of a time for which no events are listed costs nothing', async () => {
  const { table, queried } = emptyTable();
  expect(await findEventById(table, 'partner', newId(now - 32 * 24 * hour), now)).toBe(null);
  expect(queried).toEqual([]);
});
