import { keys } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import type { Table } from '../table/table.ts';
import * as z from 'zod/mini';

const keyItem = z.object({ pk: z.string(), sk: z.string() });

/** The beginning of the sort keys of all attempts of a customer's events. */
const anyAttempt = 'A#';

/**
 * Deletes what endpoints answered to the events of a customer. It comes after the change of the entries: an attempt with an answer
 * is stored only while its entry is unchanged. @param number of the one entry whose event is meant; left out: all
 */
export const eraseAnswers = async (
  table: Table,
  partnerId: string,
  customerId: string,
  number?: number,
): Promise<void> => {
  const { pk, sk } = keys.eventAttempt(partnerId, customerId, number ?? 0, '');
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :attempts)',
    FilterExpression: 'attribute_exists(answer)',
    ProjectionExpression: 'pk, sk',
    ExpressionAttributeValues: { ':pk': pk, ':attempts': number === undefined ? anyAttempt : sk },
    ConsistentRead: true,
  });
  for await (const page of pages) {
    for (const item of page) {
      const { pk: attemptOf, sk: at } = keyItem.parse(item);
      await tryUpdate(table, {
        Key: { pk: attemptOf, sk: at },
        UpdateExpression: 'REMOVE answer',
        ConditionExpression: 'attribute_exists(pk)',
      });
    }
  }
};
