import { partnerShardOf, dueAt } from '../../kernel/due.ts';
import { WorkLost } from '../../kernel/errors.ts';
import type { Milliseconds } from '../../kernel/time.ts';
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
  conditions: readonly Clause[],
): Promise<void> => {
  const { table } = holder;
  const ended = recordClause(heldEvent(holder, event), changes, { event_follower: follower });
  const commitAll = (clauses: readonly Clause[]): Promise<void> =>
    persist(table.retryPolicy, () => commit(table, [...conditions, ended, ...clauses]));
  try {
    await commitAll([followerDueClause(table, event, follower, now)]);
  } catch (error) {
    if (error !== followerGone) throw error;
    await commitAll([]);
  }
};

/** Ends an event that has no follower. @returns the follower when it got one first; null when the event has ended */
const endWithoutFollower = async (holder: Holder, event: OutboxEvent, changes: Changes): Promise<number | null> => {
  const followed = await recordIf(heldEvent(holder, event), { event_follower: undefined }, changes);
  return followed === null ? null : outboxEventOf(followed).follower;
};

/** The event got a follower since it was claimed. */
const followerCame = new Error('the event got a follower');

/** The same under a condition. It takes a commit, and so twice the write units. */
const endAloneIf = async (
  holder: Holder,
  event: OutboxEvent,
  changes: Changes,
  condition: Clause,
): Promise<number | null> => {
  const { table, lease } = holder;
  let follower: number | null = null;
  const ended: Clause = {
    ...recordClause(heldEvent(holder, event), changes, { event_follower: undefined }),
    refuse: (existing) => {
      if (existing?.['lease'] !== lease) return new WorkLost();
      follower = outboxEventOf(existing).follower;
      return followerCame;
    },
  };
  try {
    await persist(table.retryPolicy, () => commit(table, [condition, ended]));
  } catch (error) {
    if (error !== followerCame) throw error;
  }
  return follower;
};

/**
 * Ends an event, and makes its follower due in the same commit.
 * @param condition of the commit; null for none
 * @throws WorkLost, and the refusal of the condition
 */
export const endEvent = async (
  holder: Holder,
  event: OutboxEvent,
  ending: Ending,
  now: Milliseconds,
  condition: Clause | null = null,
): Promise<void> => {
  const changes = endChanges(event, ending, now);
  const endAlone = (): Promise<number | null> =>
    condition === null ? endWithoutFollower(holder, event, changes) : endAloneIf(holder, event, changes, condition);
  const follower = event.follower ?? (await endAlone());
  if (follower !== null) {
    await endWithFollower(holder, event, follower, changes, now, condition === null ? [] : [condition]);
  }
};

/** An event with the lease under which a worker holds it. */
export interface Taken {
  readonly holder: Holder;
  readonly event: OutboxEvent;
}

const endClauses = ({ holder, event }: Taken, ending: Ending, now: Milliseconds): readonly Clause[] => {
  const { follower } = event;
  const existing = { event_follower: follower ?? undefined };
  return [
    recordClause(heldEvent(holder, event), endChanges(event, ending, now), existing),
    ...(follower === null ? [] : [followerDueClause(holder.table, event, follower, now)]),
  ];
};

/** The most events that end in one commit, each with its follower, beside the condition: a transaction takes 100 writes. */
export const mostEndedAtOnce = 45;

/**
 * Ends events in one commit, under one condition.
 * @returns false when one of them has changed since it was claimed, so that none has ended
 * @throws the refusal of the condition
 */
export const endTogether = async (
  table: Table,
  taken: readonly Taken[],
  ending: Ending,
  now: Milliseconds,
  condition: Clause,
): Promise<boolean> => {
  const clauses = taken.flatMap((one) => endClauses(one, ending, now));
  try {
    await persist(table.retryPolicy, () => commit(table, [condition, ...clauses]));
    return true;
  } catch (error) {
    if (error === followerGone || error instanceof WorkLost) return false;
    throw error;
  }
};
