import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { day, seconds, type Milliseconds } from '../../kernel/time.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import { eventAttempt, type EventAttempt } from './event-attempt.ts';
import type { OutboxEvent } from './outbox-events.ts';

const attemptLifetime: Milliseconds = 30 * day;

const attemptItemOf = (event: OutboxEvent, attempt: EventAttempt): Item => ({
  ...keys.eventAttempt(event.partnerId, event.customerId, event.number, attempt.at),
  event_id: event.id,
  ...attempt,
  ttl: seconds(Date.parse(attempt.at) + attemptLifetime),
});

/**
 * Stores a failed attempt for 30 days. It is written before its outcome and outside of that commit, which takes half the
 * write units. The attempt that delivers is written with the event's end.
 */
export const recordAttempt = async (table: Table, event: OutboxEvent, attempt: EventAttempt): Promise<void> => {
  await table.client.send(new PutCommand({ TableName: table.name, Item: attemptItemOf(event, attempt) }));
};

/** The attempts of an event, the oldest first. */
export const listAttempts = async (table: Table, event: OutboxEvent): Promise<readonly EventAttempt[]> => {
  const { pk, sk } = keys.eventAttempt(event.partnerId, event.customerId, event.number, '');
  const items = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
  });
  const recorded = items.map((item) => eventAttempt.parse(item));
  const { delivered } = event;
  if (delivered === null) return recorded;
  // A resend that was interrupted has recorded it already.
  return [...recorded.filter(({ at }) => at !== delivered.at), delivered];
};
