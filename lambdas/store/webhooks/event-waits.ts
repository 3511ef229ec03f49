import { asideShard, dueAt, slowShard, type DueHint } from '../../domain/due.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { commit, persist, type Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { workKeyOfKind } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { finished, paused, record, recordClause } from '../table/work.ts';
import { dueValues, entryKey, heldEvent, isDueCondition, type Holder, type OutboxEvent } from './outbox-events.ts';

/** The event before is done: there is nothing to wait behind. */
const nothingBefore = new Error('the event before is done');

const followClause = (table: Table, event: OutboxEvent): Clause => ({
  name: 'the event before is not done',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...entryKey(event, event.previous) },
      UpdateExpression: 'SET event_follower = :number',
      ConditionExpression: 'attribute_exists(event_id) AND attribute_not_exists(event_end)',
      ExpressionAttributeValues: { ':number': event.number },
    },
  },
  refuse: () => nothingBefore,
});

/**
 * Puts an event behind the customer's event before it, which makes it due when it is done. Either both know of it or
 * neither does, so nobody has to look again and again.
 * @returns whether it waits there; not when the event before is done
 * @throws WorkLost
 */
export const putBehind = async (holder: Holder, event: OutboxEvent): Promise<boolean> => {
  const { table } = holder;
  try {
    await persist(table.retryPolicy, () =>
      commit(table, [followClause(table, event), recordClause(heldEvent(holder, event), finished)]),
    );
    return true;
  } catch (error) {
    if (error === nothingBefore) return false;
    throw error;
  }
};

/** Gives an event back until its next attempt. @throws WorkLost */
export const postponeEvent = (holder: Holder, event: OutboxEvent, at: Milliseconds): Promise<void> =>
  record(heldEvent(holder, event), {
    ...paused(at),
    ...dueAt('event', event.id, at),
    event_attempts: event.attempts,
  });

/** Puts an event that the worker has aside, to wait for its endpoint. @throws WorkLost */
export const holdClaimed = (holder: Holder, event: OutboxEvent, now: Milliseconds): Promise<void> =>
  record(heldEvent(holder, event), { ...paused(now), due_shard: asideShard('held', event.partnerId) });

/** Gives an event back to the worker for slow endpoints. @throws WorkLost */
export const handOver = (holder: Holder, event: OutboxEvent, now: Milliseconds): Promise<void> =>
  record(heldEvent(holder, event), { ...paused(now), due_shard: slowShard(event.id) });

/** Has a due event that nobody has wait for the worker for slow endpoints, who gets its hint by the stream. */
export const moveToSlow = async (table: Table, hint: DueHint, now: Milliseconds): Promise<void> => {
  await tryUpdate(table, {
    Key: { pk: hint.pk, sk: hint.sk },
    UpdateExpression: 'SET due_shard = :slow REMOVE lease',
    ConditionExpression: `${isDueCondition} AND begins_with(due_shard, :event)`,
    ExpressionAttributeValues: {
      ...dueValues(now),
      ':slow': slowShard(workKeyOfKind('event', hint).customerId),
      ':event': 'event#',
    },
  });
};

/** Puts a due event that nobody has aside: one write an event, however long its endpoint is away. */
export const holdDue = async (table: Table, partnerId: string, hint: DueHint, now: Milliseconds): Promise<void> => {
  await tryUpdate(table, {
    Key: { pk: hint.pk, sk: hint.sk },
    UpdateExpression: 'SET due_shard = :held REMOVE lease',
    ConditionExpression: `${isDueCondition} AND (begins_with(due_shard, :event) OR begins_with(due_shard, :slow))`,
    ExpressionAttributeValues: {
      ...dueValues(now),
      ':held': asideShard('held', partnerId),
      ':event': 'event#',
      ':slow': 'slow#',
    },
  });
};
