import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

export type Query = Omit<QueryCommandInput, 'TableName'>;

/** The items that a query matches, page after page. A page of DynamoDB has 1 MB at most. */
export async function* queryPages(table: Table, query: Query): AsyncGenerator<readonly Item[]> {
  let start: Item | undefined;
  do {
    const page: QueryCommandInput = { ...query, TableName: table.name };
    const answer = await table.client.send(
      new QueryCommand(start === undefined ? page : { ...page, ExclusiveStartKey: start }),
    );
    yield answer.Items ?? [];
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
}

/** Every item that a query matches. */
export const queryAll = async (table: Table, query: Query): Promise<readonly Item[]> => {
  const items: Item[] = [];
  for await (const page of queryPages(table, query)) items.push(...page);
  return items;
};

/** The items that a query matches: of the first so many, and of all others only when those are not enough. */
export const queryFirst = async (
  table: Table,
  query: Query,
  first: number,
  isEnough: (items: readonly Item[]) => boolean,
): Promise<readonly Item[]> => {
  const page = new QueryCommand({ ...query, TableName: table.name, Limit: first });
  const { Items: items = [], LastEvaluatedKey: start } = await table.client.send(page);
  if (start === undefined || isEnough(items)) return items;
  return [...items, ...(await queryAll(table, { ...query, ExclusiveStartKey: start }))];
};

/** The first items of a bounded read when nothing is known of their size. */
const fewItems = 4;
/** A rough size of an item's attributes beside its body. */
const aroundBody = 150;

/** A rough size of an item with a body. */
export const bytesOf = ({ body }: Item): number => aroundBody + (body instanceof Uint8Array ? body.length : 0);

/**
 * Every item that a query matches; null when they take more than about so many bytes, of which no more is read.
 * @param firstItems that surely take no more
 */
export const queryFew = async (
  table: Table,
  query: Query,
  mostBytes: number,
  firstItems = fewItems,
): Promise<readonly Item[] | null> => {
  const items: Item[] = [];
  let [bytes, limit] = [0, firstItems];
  let start: Item | undefined;
  do {
    const page: QueryCommandInput = { ...query, TableName: table.name, Limit: limit };
    const answer = await table.client.send(
      new QueryCommand(start === undefined ? page : { ...page, ExclusiveStartKey: start }),
    );
    for (const item of answer.Items ?? []) {
      items.push(item);
      bytes += bytesOf(item);
    }
    start = answer.LastEvaluatedKey;
    if (start !== undefined && bytes >= mostBytes) return null;
    limit = Math.max(fewItems, Math.ceil(((mostBytes - bytes) * items.length) / Math.max(1, bytes)));
  } while (start !== undefined);
  return items;
};
