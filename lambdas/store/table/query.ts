import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

/** Every item a query matches: follows DynamoDB's pages of 1 MB to the end. */
export const queryAll = async (
  table: Table,
  params: Omit<QueryCommandInput, 'TableName'>,
): Promise<readonly Item[]> => {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page: QueryCommandInput = { ...params, TableName: table.name };
    const answer = await table.client.send(
      new QueryCommand(start === undefined ? page : { ...page, ExclusiveStartKey: start }),
    );
    items.push(...(answer.Items ?? []));
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
};
