import { asideShard, dueAt, type DueHint } from '../../domain/due.ts';
import { day, isoOf, type Milliseconds } from '../../domain/time.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { entryKey, type OutboxEvent } from './outbox-events.ts';
import type { Table } from '../table/table.ts';

/** How long an event can be sent again. */
export const keptTime: Milliseconds = 30 * day;

/**
 * Makes an ended event due once more, with all its attempts before it. When the answer is lost and the client repeats
 * the update, the event stands as the update left it.
 * @returns whether it had ended and has its content
 */
export const resendEvent = async (table: Table, event: OutboxEvent, now: Milliseconds): Promise<boolean> => {
  const due = dueAt('event', event.id, now);
  const outcome = await tryUpdate(table, {
    Key: { ...entryKey(event) },
    UpdateExpression:
      'SET due_shard = :shard, due_at = :at, event_attempts = :none REMOVE event_end, event_ended_at, lease',
    ConditionExpression: 'attribute_exists(event_end) AND attribute_exists(#event)',
    ExpressionAttributeNames: { '#event': 'event' },
    ExpressionAttributeValues: { ':shard': due.due_shard, ':at': due.due_at, ':none': 0 },
  });
  if (outcome.kind === 'written') return true;
  const { existing } = outcome;
  return existing?.['due_at'] === due.due_at && existing['event_end'] === undefined;
};

/** Forgets the content of an event whose time is over; that it was not delivered stays known. */
export const expireKept = async (
  table: Table,
  partnerId: string,
  hint: DueHint,
  before: Milliseconds,
): Promise<void> => {
  await tryUpdate(table, {
    Key: { pk: hint.pk, sk: hint.sk },
    UpdateExpression: 'REMOVE #event, due_shard, due_at',
    ConditionExpression: 'due_shard = :kept AND due_at <= :before',
    ExpressionAttributeNames: { '#event': 'event' },
    ExpressionAttributeValues: { ':kept': asideShard('kept', partnerId), ':before': isoOf(before) },
  });
};
