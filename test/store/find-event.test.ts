import { expect, test } from '@jest/globals';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { findEventById } from '../../lambdas/store/webhooks/find-event.ts';

const now = Date.UTC(2030, 0, 20);
const hour = 3_600_000;

/** An empty table. @returns the partition of each query */
const emptyTable = (): { readonly table: Table; readonly queried: string[] } => {
  const queried: string[] = [];
  const send = ({ input }: { readonly input: { readonly ExpressionAttributeValues: { readonly ':pk': string } } }) => {
    queried.push(input.ExpressionAttributeValues[':pk'].split('#').slice(0, 3).join('#'));
    return Promise.resolve({ Items: [] });
  };
  return { table: { name: 'none', client: { send } } as unknown as Table, queried };
};

test('an id that was never given to an event costs two queries of the list of events, when its time is hours ago', async () => {
  const { table, queried } = emptyTable();
  expect(await findEventById(table, 'partner', newId(now - 2 * hour), null, now)).toBe(null);
  expect(queried).toEqual(['P#partner#E', 'P#partner#E']);
});

test('a new event, which the list may not have yet, is looked for with its customer first', async () => {
  const { table, queried } = emptyTable();
  expect(await findEventById(table, 'partner', newId(now - 60_000), null, now)).toBe(null);
  expect(queried).toEqual(['P#partner#C', 'P#partner#E', 'P#partner#E']);
});

test('an id of a time for which no events are listed costs nothing', async () => {
  const { table, queried } = emptyTable();
  expect(await findEventById(table, 'partner', newId(now - 32 * 24 * hour), null, now)).toBe(null);
  expect(queried).toEqual([]);
});
