import * as z from 'zod/mini';
import type { CustomerTrace } from '../../domain/event-id.ts';
import { keys, recordPartition } from '../table/keys.ts';
import { queryPages } from '../table/query.ts';
import type { Table } from '../table/table.ts';

const idItem = z.object({ sk: z.string() });

/** The customers, or the business accounts, that an event's id may be of, and that had an event: hardly ever more than one. */
export async function* tracedCustomers(
  table: Table,
  partnerId: string,
  { shard, from, to, end, isAccount }: CustomerTrace,
): AsyncGenerator<string> {
  const pages = queryPages(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
    FilterExpression: 'event_sequence > :none',
    ExpressionAttributeValues: {
      ':pk': isAccount ? keys.accountEvents(partnerId, '').pk : recordPartition(partnerId, 'C', shard),
      ':from': from,
      ':to': `${to}~`,
      ':none': 0,
    },
    ProjectionExpression: 'sk',
    ConsistentRead: true,
  });
  for await (const page of pages) {
    for (const item of page) {
      const { sk: customerId } = idItem.parse(item);
      if (customerId.endsWith(end)) yield customerId;
    }
  }
}
