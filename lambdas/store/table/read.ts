import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { batchesOf } from '../../kernel/batches.ts';
import { foundIn, type Found, type ListRequest } from '../../domain/paging.ts';
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

/**
 * A page of the records that were found, and the number of all. A record that is gone is left out.
 * @param found newest first @param keyOf the key of the record, which is sorted by its id
 */
export const readFoundPage = async <One>(
  table: Table,
  found: readonly One[],
  keyOf: (one: One) => Key,
  request: ListRequest,
): Promise<Found<Item>> => {
  const here = foundIn(request, found, (one) => keyOf(one).sk);
  const items = await getItems(table, here.items.map(keyOf));
  return { ...here, items: items.filter((item) => item !== undefined) };
};
