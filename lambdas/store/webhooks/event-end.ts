import { partnerShardOf, dueAt } from '../../domain/due.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { utcDayOf } from '../../domain/usage/utc-day.ts';
import { commit, persist, type Clause } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { finished, paused, recordClause, recordIf, type Changes } from '../table/work.ts';
import type { EventAttempt } from './event-attempt.ts';
import { entryKey, heldEvent, outboxEventOf, type EventEnd, type Holder, type OutboxEvent } from './outbox-events.ts';

/** How an event ends. A delivered one has the attempt that delivered it. */
export type Ending =
  { readonly kind: 'delivered'; readonly attempt: EventAttempt } | { readonly kind: Exclude<EventEnd, 'delivered'> };

/** An event that was not delivered stays in the index for the operator. */
const endChanges = (event: OutboxEvent, ending: Ending, now: Milliseconds): Changes => ({
  ...(ending.kind === 'delivered'
    ? {
        ...finished,
        event_delivered: ending.attempt,
        event_first_delivered: event.firstDelivered ?? utcDayOf(now),
      }
    : { ...paused(now), due_shard: partnerShardOf('undelivered', event.partnerId) }),
  event_end: ending.kind,
  event_turn: event.turn + 1,
  event_attempts: event.attempts,
  event_follower: undefined,
});

/** The follower does not wait any more, because it was erased or has ended. */
const followerGone = new Error('the follower does not wait');

const followerDueClause = (table: Table, event: OutboxEvent, follower: number, now: Milliseconds): Clause => {
  const due = dueAt('event', event.id, now);
  return {
    name: 'the follower waits',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...entryKey(event, follower) },
        UpdateExpression: 'SET due_shard = :shard, due_at = :at',
        ConditionExpression:
          'attribute_exists(event_id) AND attribute_not_exists(event_end) AND attribute_not_exists(due_at)',
        ExpressionAttributeValues: { ':shard': due.due_shard, ':at': due.due_at },
      },
    },
    refuse: () => followerGone,
  };
};

const endWithFollower = async (
  holder: Holder,
  event: OutboxEvent,
  follower: number,
  changes: Changes,
  now: Milliseconds,
): Promise<void> => {
  const { table } = holder;
  const held = heldEvent(holder, event);
  const existing = { event_follower: follower };
  try {
    await persist(table.retryPolicy, () =>
      commit(table, [recordClause(held, changes, existing), followerDueClause(table, event, follower, now)]),
    );
  } catch (error) {
    if (error !== followerGone) throw error;
    await recordIf(held, existing, changes);
  }
};

/** Ends an event that has no follower. @returns the follower when it got one first; null when the event has ended */
const endWithoutFollower = async (holder: Holder, event: OutboxEvent, changes: Changes): Promise<number | null> => {
  const followed = await recordIf(heldEvent(holder, event), { event_follower: undefined }, changes);
  return followed === null ? null : outboxEventOf(followed).follower;
};

/** Ends an event, and makes its follower due in the same commit. @throws WorkLost */
export const endEvent = async (
  holder: Holder,
  event: OutboxEvent,
  ending: Ending,
  now: Milliseconds,
): Promise<void> => {
  const changes = endChanges(event, ending, now);
  const follower = event.follower ?? (await endWithoutFollower(holder, event, changes));
  if (follower !== null) await endWithFollower(holder, event, follower, changes, now);
};
