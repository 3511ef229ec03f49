import { addToEventJournal } from '../../lambdas/store/webhooks/event-journal.ts';
import { eventRowOf } from '../../lambdas/store/webhooks/event-row.ts';
import { entrySortPrefix, keys } from '../../lambdas/store/table/keys.ts';
import { queryAll } from '../../lambdas/store/table/query.ts';
import type { Table } from '../../lambdas/store/table/table.ts';

/** Adds the events of customers to the list of events, as the reader of the stream does. @returns their ids */
export const listEvents = async (
  table: Table,
  partnerId: string,
  customerIds: readonly string[],
): Promise<readonly string[]> => {
  const histories = await Promise.all(
    customerIds.map((customerId) =>
      queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
        ExpressionAttributeValues: { ':pk': keys.historyEntry(partnerId, customerId, 0).pk, ':entry': entrySortPrefix },
      }),
    ),
  );
  const rows = histories.flat().flatMap((item) => (item['event_id'] === undefined ? [] : [eventRowOf(item)]));
  await addToEventJournal(table, partnerId, rows);
  return rows.map(({ id }) => id);
};
