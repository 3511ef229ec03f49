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
