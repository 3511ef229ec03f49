import { ScanCommand, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../lambdas/store/table/table.ts';

/** Every item that a scan finds. */
export const scanItems = async (
  { name, client }: Pick<Table, 'name' | 'client'>,
  scan: Omit<ScanCommandInput, 'TableName'>,
): Promise<Item[]> => {
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page: ScanCommandInput = { ...scan, TableName: name };
    const answer = await client.send(
      new ScanCommand(start === undefined ? page : { ...page, ExclusiveStartKey: start }),
    );
    items.push(...(answer.Items ?? []));
    start = answer.LastEvaluatedKey;
  } while (start !== undefined);
  return items;
};
