import { asideShard, dueAt, type DueHint } from '../../domain/due.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import { commit, persist } from '../table/commit.ts';
import { leaseLost, tryUpdate, unlessLost, type Holder, type Update } from './event-holder.ts';
import { entryKey, type OutboxEvent } from './outbox-events.ts';

/** The event before is done: there is nothing to wait behind. */
const nothingBefore = new Error('the event before is done');

const asFollower = (table: string, event: OutboxEvent): Update => ({
  TableName: table,
  Key: { ...entryKey(event, event.previous) },
  UpdateExpression: 'SET event_follower = :number',
  ConditionExpression: 'attribute_exists(event_id) AND attribute_not_exists(event_end)',
  ExpressionAttributeValues: { ':number': event.number },
});

const outOfTheIndex = (table: string, event: OutboxEvent, lease: string): Update => ({
  TableName: table,
  Key: { ...entryKey(event) },
  UpdateExpression: 'REMOVE due_shard, due_at, lease',
  ConditionExpression: 'lease = :lease',
  ExpressionAttributeValues: { ':lease': lease },
});

/**
 * Puts an event behind the customer's event before it, which makes it due when it is done. Either both know of it or
 * neither does, so nobody has to look again and again.
 * @returns whether it waits there (or is another worker's); not when the event before is done
 */
export const putBehind = async (holder: Holder, event: OutboxEvent): Promise<boolean> => {
  const { table, patience, lease } = holder;
  const clauses = [
    {
      name: 'the event before is not done',
      write: { Update: asFollower(table.name, event) },
      refuse: () => nothingBefore,
    },
    {
      name: "the event is still the worker's",
      write: { Update: outOfTheIndex(table.name, event, lease) },
      refuse: leaseLost,
    },
  ];
  try {
    await unlessLost(
      persist(patience, () => commit(table, clauses)),
      undefined,
    );
    return true;
  } catch (error) {
    if (error === nothingBefore) return false;
    throw error;
  }
};

/** Gives an event back until its next attempt. */
export const postponeEvent = async (holder: Holder, event: OutboxEvent, at: Milliseconds): Promise<void> => {
  const due = dueAt('event', event.id, at);
  await tryUpdate(holder, {
    TableName: holder.table.name,
    Key: { ...entryKey(event) },
    UpdateExpression: 'SET due_shard = :shard, due_at = :at, event_attempts = :attempts REMOVE lease',
    ConditionExpression: 'lease = :lease',
    ExpressionAttributeValues: {
      ':lease': holder.lease,
      ':shard': due.due_shard,
      ':at': due.due_at,
      ':attempts': event.attempts,
    },
  });
};

/** Puts an event that the worker has aside, to wait for its endpoint. */
export const holdClaimed = async (holder: Holder, event: OutboxEvent, now: Milliseconds): Promise<void> => {
  await tryUpdate(holder, {
    TableName: holder.table.name,
    Key: { ...entryKey(event) },
    UpdateExpression: 'SET due_shard = :held, due_at = :now REMOVE lease',
    ConditionExpression: 'lease = :lease',
    ExpressionAttributeValues: {
      ':lease': holder.lease,
      ':held': asideShard('held', event.partnerId),
      ':now': isoOf(now),
    },
  });
};

/** Puts a due event that nobody has aside: one write an event, however long its endpoint is away. */
export const holdDue = async (
  holder: Omit<Holder, 'lease'>,
  partnerId: string,
  hint: DueHint,
  now: Milliseconds,
): Promise<void> => {
  await tryUpdate(holder, {
    TableName: holder.table.name,
    Key: { pk: hint.pk, sk: hint.sk },
    UpdateExpression: 'SET due_shard = :held REMOVE lease',
    ConditionExpression: 'due_at <= :now AND begins_with(due_shard, :event)',
    ExpressionAttributeValues: { ':held': asideShard('held', partnerId), ':now': isoOf(now), ':event': 'event#' },
  });
};
