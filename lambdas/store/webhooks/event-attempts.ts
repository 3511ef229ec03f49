import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { day, seconds, type Milliseconds } from '../../kernel/time.ts';
import { commit, persist, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { Item, Table } from '../table/table.ts';
import { eventAttempt, type EventAttempt } from './event-attempt.ts';
import { entryKey, type OutboxEvent } from './outbox-events.ts';

/** How long an attempt is kept. */
export const attemptLifetime: Milliseconds = 30 * day;

export const attemptItemOf = (
  event: Pick<OutboxEvent, 'id' | 'partnerId' | 'customerId' | 'number'>,
  attempt: EventAttempt,
): Item => ({
  ...keys.eventAttempt(event.partnerId, event.customerId, event.number, attempt.at),
  event_id: event.id,
  ...attempt,
  ttl: seconds(Date.parse(attempt.at) + attemptLifetime),
});

const storeAttempt = async (table: Table, event: OutboxEvent, attempt: EventAttempt): Promise<void> => {
  await table.client.send(new PutCommand({ TableName: table.name, Item: attemptItemOf(event, attempt) }));
};

/** The content of the event was erased, or is another since the worker read it. */
const contentChanged = new Error('the content of the event has changed');

/** An answer is stored in a commit that sees the content which it answers: an erasure changes the content, and then deletes answers. */
const answeredClauses = (table: Table, event: OutboxEvent, attempt: EventAttempt): readonly Clause[] => [
  {
    name: 'the content of the event is stored',
    write: {
      ConditionCheck: {
        TableName: table.name,
        Key: { ...entryKey(event) },
        ConditionExpression: 'entry = :was',
        ExpressionAttributeValues: { ':was': event.packed },
      },
    },
    refuse: () => contentChanged,
  },
  {
    name: 'the attempt is stored',
    write: { Put: { TableName: table.name, Item: { ...attemptItemOf(event, attempt) } } },
  },
];

/**
 * Stores a failed attempt for 30 days. It is written before its outcome and outside of that commit, which takes half the
 * write units. The attempt that delivers is written with the event's end.
 */
export const recordAttempt = async (table: Table, event: OutboxEvent, attempt: EventAttempt): Promise<void> => {
  if (attempt.answer === undefined) return storeAttempt(table, event, attempt);
  try {
    await persist(table.retryPolicy, () => commit(table, answeredClauses(table, event, attempt)));
  } catch (error) {
    if (error !== contentChanged) throw error;
    const { answer: _erased, ...rest } = attempt;
    await storeAttempt(table, event, rest);
  }
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
