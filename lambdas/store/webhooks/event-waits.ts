import { partnerShardOf, dueAt, slowShard, type DueHint } from '../../kernel/due.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { commit, persist, type Clause } from '../table/commit.ts';
import { tryUpdate } from '../table/conditional-write.ts';
import { workKeyOfKind } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { finished, paused, record, recordClause } from '../table/work.ts';
import { dueValues, entryKey, heldEvent, isDueCondition, type Holder, type OutboxEvent } from './outbox-events.ts';

/** The previous event has ended, so there is nothing to wait for. */
const previousEnded = new Error('the previous event has ended');

const followClause = (table: Table, event: OutboxEvent): Clause => ({
  name: 'the previous event has not ended',
  write: {
    Update: {
      TableName: table.name,
      Key: { ...entryKey(event, event.previous) },
      UpdateExpression: 'SET event_follower = :number',
      ConditionExpression: 'attribute_exists(event_id) AND attribute_not_exists(event_end)',
      ExpressionAttributeValues: { ':number': event.number },
    },
  },
  refuse: () => previousEnded,
});

/**
 * Makes an event the follower of the customer's previous event, which makes it due when it ends. Both are changed in one
 * commit, so the event needs no polling.
 * @returns whether it waits; false when the previous event has ended
 * @throws WorkLost
 */
export const followPrevious = async (holder: Holder, event: OutboxEvent): Promise<boolean> => {
  const { table } = holder;
  try {
    await persist(table.retryPolicy, () =>
      commit(table, [followClause(table, event), recordClause(heldEvent(holder, event), finished)]),
    );
    return true;
  } catch (error) {
    if (error === previousEnded) return false;
    throw error;
  }
};

/** Releases a claimed event until its next attempt. @throws WorkLost */
export const postponeEvent = (holder: Holder, event: OutboxEvent, at: Milliseconds): Promise<void> =>
  record(heldEvent(holder, event), {
    ...paused(at),
    ...dueAt('event', event.id, at),
    event_attempts: event.attempts,
  });

/** Makes an event due now that waits for its next attempt or its endpoint, unless a worker holds it. */
export const hurryEvent = async (table: Table, event: OutboxEvent, now: Milliseconds): Promise<void> => {
  const due = dueAt('event', event.id, now);
  await tryUpdate(table, {
    Key: { ...entryKey(event) },
    UpdateExpression: 'SET due_shard = :shard, due_at = :now REMOVE lease',
    // An event without a due time is made due by the one that it waits for.
    ConditionExpression:
      'attribute_exists(due_at) AND attribute_not_exists(event_end) AND (attribute_not_exists(lease) OR lease < :now)',
    ExpressionAttributeValues: { ':shard': due.due_shard, ':now': due.due_at },
  });
};

/** Parks a claimed event after a probe that failed, until its endpoint can take it. @throws WorkLost */
export const parkClaimed = (holder: Holder, event: OutboxEvent, now: Milliseconds): Promise<void> =>
  record(heldEvent(holder, event), {
    ...paused(now),
    due_shard: partnerShardOf('parked', event.partnerId),
    event_tried: true,
  });

/** Hands a claimed event over to the workers for slow endpoints. @throws WorkLost */
export const handOver = (holder: Holder, event: OutboxEvent, now: Milliseconds): Promise<void> =>
  record(heldEvent(holder, event), { ...paused(now), due_shard: slowShard(event.id), event_tried: true });

/** Moves a due event that no worker holds to the workers for slow endpoints. The stream sends them its hint. */
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

/** Parks a due event that no worker holds. It takes one write, however long the endpoint is unavailable. */
export const parkDue = async (table: Table, partnerId: string, hint: DueHint, now: Milliseconds): Promise<void> => {
  await tryUpdate(table, {
    Key: { pk: hint.pk, sk: hint.sk },
    UpdateExpression: 'SET due_shard = :parked REMOVE lease',
    ConditionExpression: `${isDueCondition} AND (begins_with(due_shard, :event) OR begins_with(due_shard, :slow))`,
    ExpressionAttributeValues: {
      ...dueValues(now),
      ':parked': partnerShardOf('parked', partnerId),
      ':event': 'event#',
      ':slow': 'slow#',
    },
  });
};
