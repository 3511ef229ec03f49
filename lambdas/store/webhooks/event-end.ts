import { asideShard, dueAt } from '../../domain/due.ts';
import type { Milliseconds } from '../../domain/time.ts';
import { commit, persist, type Clause } from '../table/commit.ts';
import type { Table } from '../table/table.ts';
import { finished, paused, recordClause, recordIf, type Changes } from '../table/work.ts';
import type { EventAttempt } from './event-attempt.ts';
import { entryKey, heldEvent, outboxEventOf, type EventEnd, type Holder, type OutboxEvent } from './outbox-events.ts';

/** How an event ends: `delivered` by an attempt. */
export type Ending =
  { readonly kind: 'delivered'; readonly attempt: EventAttempt } | { readonly kind: Exclude<EventEnd, 'delivered'> };

/** What was not delivered stays findable for the operator. */
const endChanges = (event: OutboxEvent, ending: Ending, now: Milliseconds): Changes => ({
  ...(ending.kind === 'delivered'
    ? { ...finished, event_delivered: ending.attempt }
    : { ...paused(now), due_shard: asideShard('kept', event.partnerId) }),
  event_end: ending.kind,
  event_attempts: event.attempts,
  event_follower: undefined,
});

/** The event behind waits no more: it was erased, or ended otherwise. */
const followerGone = new Error('the event behind does not wait');

const raiseClause = (table: Table, event: OutboxEvent, follower: number, now: Milliseconds): Clause => {
  const due = dueAt('event', event.id, now);
  return {
    name: 'the event behind waits',
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

const endBefore = async (
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
      commit(table, [recordClause(held, changes, existing), raiseClause(table, event, follower, now)]),
    );
  } catch (error) {
    if (error !== followerGone) throw error;
    await recordIf(held, existing, changes);
  }
};

/** Ends an event that nobody waits behind. @returns the follower that came meanwhile, or null when it is done */
const endAlone = async (holder: Holder, event: OutboxEvent, changes: Changes): Promise<number | null> => {
  const followed = await recordIf(heldEvent(holder, event), { event_follower: undefined }, changes);
  return followed === null ? null : outboxEventOf(followed).follower;
};

/** Ends an event, and makes the one that waits behind it due in the same commit. @throws WorkLost */
export const endEvent = async (
  holder: Holder,
  event: OutboxEvent,
  ending: Ending,
  now: Milliseconds,
): Promise<void> => {
  const changes = endChanges(event, ending, now);
  const follower = event.follower ?? (await endAlone(holder, event, changes));
  if (follower !== null) await endBefore(holder, event, follower, changes, now);
};
