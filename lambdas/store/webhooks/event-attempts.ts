import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { day, seconds, type Milliseconds } from '../../domain/time.ts';
import { keys } from '../table/keys.ts';
import { queryAll } from '../table/query.ts';
import type { OutboxEvent } from './outbox-events.ts';
import type { Item, Table } from '../table/table.ts';

/** One attempt to deliver an event, as the operator sees it. */
export interface EventAttempt {
  /** When it began. */
  readonly at: string;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly milliseconds: Milliseconds;
  /** Why no answer came, such as `timeout`; null when one came. */
  readonly error: string | null;
  /** Sent to see whether a paused endpoint is back; its failure counts for nothing. */
  readonly probe: boolean;
}

const kept: Milliseconds = 30 * day;

const attemptItem = z.object({
  at: z.string(),
  status: z.nullable(z.number()),
  milliseconds: z.number(),
  error: z.nullable(z.string()),
  probe: z.boolean(),
});

const attemptItemOf = (event: OutboxEvent, attempt: EventAttempt): Item => ({
  ...keys.eventAttempt(event.partnerId, event.customerId, event.number, attempt.at),
  event_id: event.id,
  ...attempt,
  ttl: seconds(Date.parse(attempt.at) + kept),
});

/**
 * Keeps an attempt for 30 days. It is a fact of its own, so it needs no commit together with what follows from it:
 * half the write units.
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
  return items.map((item) => attemptItem.parse(item));
};
