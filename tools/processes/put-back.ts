import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../lambdas/store/table/table.ts';
import { rawItems } from '../harness/traces.ts';
import type { TestTable } from '../harness/test-table.ts';

const keyOf = (item: Item): { pk: string; sk: string } => ({ pk: String(item['pk']), sk: String(item['sk']) });
const placeOf = (item: Item): string => JSON.stringify(keyOf(item));
const batchSize = 25;

/** Restores the table to exactly these items. */
export const putBack = async (table: TestTable, items: readonly Item[]): Promise<void> => {
  const wanted = new Set(items.map(placeOf));
  const existing = new Map((await rawItems(table)).map((item) => [placeOf(item), item]));
  const writes = [
    ...Array.from(existing.values())
      .filter((item) => !wanted.has(placeOf(item)))
      .map((item) => ({ DeleteRequest: { Key: keyOf(item) } })),
    ...items
      .filter((item) => JSON.stringify(existing.get(placeOf(item))) !== JSON.stringify(item))
      .map((item) => ({ PutRequest: { Item: { ...item } } })),
  ];
  for (let start = 0; start < writes.length; start += batchSize) {
    await table.client.send(
      new BatchWriteCommand({ RequestItems: { [table.name]: writes.slice(start, start + batchSize) } }),
    );
  }
};
