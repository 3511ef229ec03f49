import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { temporarilyUnavailable } from '../domain/errors.ts';
import type { Key } from './keys.ts';
import type { Item, Table } from './table.ts';

export const getItem = async (table: Table, key: Key): Promise<Item | undefined> => {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }),
  );
  return item;
};

const sameKey = (item: Item, key: Key): boolean => item['pk'] === key.pk && item['sk'] === key.sk;

const batchLimit = 100;

const getBatch = async (table: Table, wanted: readonly Key[]): Promise<readonly Item[]> => {
  const found: Item[] = [];
  let left: readonly Key[] = wanted;
  // What a throttled table leaves unprocessed is asked for again; the SDK pauses on throttling errors only.
  for (let round = 0; left.length > 0; round += 1) {
    if (round === 5) throw temporarilyUnavailable('the store is busy; try again');
    const answer = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: [...left], ConsistentRead: true } } }),
    );
    found.push(...(answer.Responses?.[table.name] ?? []));
    const rest = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
    left = left.filter((key) => rest.some((item) => sameKey(item, key)));
  }
  return found;
};

/** Reads items by key in one round trip, strongly consistent, in the order of the keys. */
export const getItems = async (table: Table, wanted: readonly Key[]): Promise<readonly (Item | undefined)[]> => {
  const batches: Promise<readonly Item[]>[] = [];
  for (let start = 0; start < wanted.length; start += batchLimit) {
    batches.push(getBatch(table, wanted.slice(start, start + batchLimit)));
  }
  const byKey = new Map(
    (await Promise.all(batches)).flat().map((item) => [`${String(item['pk'])}|${String(item['sk'])}`, item]),
  );
  return wanted.map((key) => byKey.get(`${key.pk}|${key.sk}`));
};
