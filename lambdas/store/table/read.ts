import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from './keys.ts';
import type { Item, Table } from './table.ts';
import { untilProcessed } from './unprocessed.ts';

const readItem = async (table: Table, key: Key, ConsistentRead: boolean): Promise<Item | undefined> => {
  const { Item: item } = await table.client.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead }));
  return item;
};

export const getItem = (table: Table, key: Key): Promise<Item | undefined> => readItem(table, key, true);

/** At half the price, an item that may be a moment old. What is not found may be new, and is read again. */
export const getItemSoon = async (table: Table, key: Key): Promise<Item | undefined> =>
  (await readItem(table, key, false)) ?? getItem(table, key);

export type GetItem = typeof getItem;

const sameKey = (item: Item, key: Key): boolean => item['pk'] === key.pk && item['sk'] === key.sk;

const batchLimit = 100;

const getBatch = async (table: Table, wanted: readonly Key[]): Promise<readonly Item[]> => {
  const found: Item[] = [];
  await untilProcessed(table.retryPolicy, wanted, async (asked) => {
    const answer = await table.client.send(
      new BatchGetCommand({ RequestItems: { [table.name]: { Keys: [...asked], ConsistentRead: true } } }),
    );
    found.push(...(answer.Responses?.[table.name] ?? []));
    const rest = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
    const left = asked.filter((key) => rest.some((item) => sameKey(item, key)));
    return left.length === 0 ? undefined : left;
  });
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
