import { isDeepStrictEqual } from 'node:util';
import { partnerShardOf, dueAt, type DueHint } from '../../kernel/due.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import { packEntry, unpackEntry, withoutData } from '../customers/packed-entry.ts';
import { contended, persist } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { getItem } from '../table/read.ts';
import { recordAttempt } from './event-attempts.ts';
import { entryKey, type OutboxEvent } from './outbox-events.ts';
import type { Table } from '../table/table.ts';

/**
 * Makes an ended event due again, with all its attempts before it. When the response is lost and the client repeats the
 * update, the condition fails, but the event is as the update left it.
 * @param resendId the partner's resend that sends it; null: the operator does
 * @returns whether it had ended and has its content
 */
export const resendEvent = (
  table: Table,
  event: OutboxEvent,
  now: Milliseconds,
  resendId: string | null = null,
): Promise<boolean> => persist(table.retryPolicy, () => tryToResend(table, event, now, resendId));

const tryToResend = async (
  table: Table,
  event: OutboxEvent,
  now: Milliseconds,
  resendId: string | null,
): Promise<boolean> => {
  const item = await getItem(table, entryKey(event));
  if (item === undefined || unpackEntry(item['entry']).event?.data === undefined) return false;
  // The attempt that delivered it is stored with its end, which is removed.
  if (event.delivered !== null) await recordAttempt(table, event, event.delivered);
  const due = dueAt('event', event.id, now);
  const outcome = await tryUpdate(table, {
    Key: { ...entryKey(event) },
    UpdateExpression:
      'SET due_shard = :shard, due_at = :at, event_attempts = :none, event_turn = if_not_exists(event_turn, :one) + :one' +
      `${resendId === null ? '' : ', event_resend = :resend'} REMOVE event_end, event_delivered, lease`,
    // The content was not erased in the meantime.
    ConditionExpression: 'attribute_exists(event_end) AND entry = :was',
    ExpressionAttributeValues: {
      ':shard': due.due_shard,
      ':at': due.due_at,
      ':none': 0,
      ':one': 1,
      ':was': item['entry'],
      ...(resendId !== null && { ':resend': resendId }),
    },
  });
  if (outcome.kind === 'written') return true;
  const { existing } = outcome;
  // The entry was erased meanwhile, or rewritten in another version.
  if (existing?.['event_end'] !== undefined && !isDeepStrictEqual(existing['entry'], item['entry'])) throw contended();
  return existing?.['due_at'] === due.due_at && existing['event_end'] === undefined;
};

/** Deletes the content of an expired event. The record that it was not delivered stays. */
export const expireUndelivered = async (
  table: Table,
  partnerId: string,
  hint: DueHint,
  before: Milliseconds,
): Promise<void> => {
  const key = { pk: hint.pk, sk: hint.sk };
  const item = await getItem(table, key);
  if (item === undefined) return;
  const { entry, event } = unpackEntry(item['entry']);
  await tryUpdate(table, {
    Key: key,
    UpdateExpression: 'SET entry = :without REMOVE due_shard, due_at',
    // What changed meanwhile is looked at again the next time.
    ConditionExpression: 'due_shard = :undelivered AND due_at <= :before AND entry = :was',
    ExpressionAttributeValues: {
      ':undelivered': partnerShardOf('undelivered', partnerId),
      ':before': isoOf(before),
      ':was': item['entry'],
      ':without': packEntry({ entry, event: event === null ? null : withoutData(event) }),
    },
  });
};
