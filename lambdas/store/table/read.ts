import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { batchesOf } from '../../kernel/batches.ts';
import { sliceOf, type PageRequest } from '../../domain/paging.ts';
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

const batchLimit = 100;

const getBatch = async (table: Table, wanted: readonly Key[], consistent: boolean): Promise<readonly Item[]> => {
  const found: Item[] = [];
  await untilProcessed<readonly Item[]>(
    table.retryPolicy,
    wanted.map((key) => ({ ...key })),
    async (asked) => {
      const answer = await table.client.send(
        new BatchGetCommand({ RequestItems: { [table.name]: { Keys: [...asked], ConsistentRead: consistent } } }),
      );
      found.push(...(answer.Responses?.[table.name] ?? []));
      const left = answer.UnprocessedKeys?.[table.name]?.Keys ?? [];
      return left.length === 0 ? undefined : left;
    },
  );
  return found;
};

/** The items that exist, in no order, in one round trip a batch. */
export const findItems = async (table: Table, wanted: readonly Key[], consistent: boolean): Promise<readonly Item[]> =>
  (await Promise.all(batchesOf(wanted, batchLimit).map((batch) => getBatch(table, batch, consistent)))).flat();

/** In the order of the keys. @param consistent false: at half the price, items that may be a moment old */
export const getItems = async (
  table: Table,
  wanted: readonly Key[],
  consistent = true,
): Promise<readonly (Item | undefined)[]> => {
  const found = await findItems(table, wanted, consistent);
  const byKey = new Map(found.map((item) => [`${String(item['pk'])}|${String(item['sk'])}`, item]));
  return wanted.map((key) => byKey.get(`${key.pk}|${key.sk}`));
};

/** A page of the records that were found, in their order, and the number of all. A record that is gone is left out. */
export const readFoundPage = async <Found>(
  table: Table,
  found: readonly Found[],
  keyOf: (one: Found) => Key,
  request: PageRequest,
): Promise<{ readonly total: number; readonly items: readonly Item[] }> => {
  const items = await getItems(table, sliceOf(request, found).map(keyOf));
  return { total: found.length, items: items.filter((item) => item !== undefined) };
};
