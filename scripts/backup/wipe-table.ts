import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { batchWrite } from './batch-write.ts';
import type { TableItem } from './exported-item.ts';
import { scanPages } from './scan.ts';

const keyOf = ({ pk, sk }: TableItem): TableItem => ({ ...(pk && { pk }), ...(sk && { sk }) });

/** Deletes every item. @returns how many items it deleted */
export const wipeTable = async (
  client: DynamoDBClient,
  table: string,
  onItems: (count: number) => void,
): Promise<number> => {
  let items = 0;
  for await (const page of scanPages(client, table, 'pk, sk')) {
    const requests = page.map((item) => ({ DeleteRequest: { Key: keyOf(item) } }));
    await batchWrite(client, table, requests);
    items += page.length;
    onItems(page.length);
  }
  return items;
};
