import * as z from 'zod/mini';
import { batchWrite } from '../table/batch-write.ts';
import { keys } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import type { Table } from '../table/table.ts';

const keyItem = z.object({ pk: z.string(), sk: z.string() });

/** Deletes what is stored of callbacks of the platform about a customer's lines. Their events end without content. */
export const eraseCallbacks = async (table: Table, partnerId: string, customerId: string): Promise<void> => {
  const { pk, sk } = keys.callbackContent(partnerId, customerId, '');
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :content)',
    ProjectionExpression: 'pk, sk',
    ExpressionAttributeValues: { ':pk': pk, ':content': sk },
    ConsistentRead: true,
  });
  for await (const page of pages) {
    const found = page.map((item) => keyItem.parse(item));
    await batchWrite(
      table,
      found.map((Key) => ({ DeleteRequest: { Key } })),
    );
  }
};
