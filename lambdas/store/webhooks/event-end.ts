import { asideShard, dueAt } from '../../domain/due.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import { commit, persist, type Clause } from '../table/commit.ts';
import { finished, paused, recordClause, recordIf, type Changes } from '../table/work.ts';
import {
  entryKey,
  heldEvent,
  outboxEventOf,
  readEvent,
  type EventEnd,
  type Holder,
  type OutboxEvent,
} from './outbox-events.ts';

/** What was not delivered stays findable for the operator. */
const endChanges = (event: OutboxEvent, end: EventEnd, now: Milliseconds): Changes => ({
  ...(end === 'delivered' ? finished : { ...paused(now), due_shard: asideShard('kept', event.partnerId) }),
  event_end: end,
  event_ended_at: isoOf(now),
  event_attempts: event.attempts,
  event_follower: undefined,
});

/** What becomes of the event behind: the same worker takes it until a time, or it is due for anybody. */
export type Succession = { readonly kind: 'take'; readonly until: Milliseconds } | { readonly kind: 'release' };

const raiseClause = (
  { table, lease }: Holder,
  event: OutboxEvent,
  follower: number,
  now: Milliseconds,
  succession: Succession,
): Clause => {
  const takes = succession.kind === 'take';
  const due = dueAt('event', event.id, takes ? succession.until : now);
  return {
    name: 'the event behind waits',
    write: {
      Update: {
        TableName: table.name,
        Key: { ...entryKey(event, follower) },
        UpdateExpression: `SET due_shard = :shard, due_at = :at${takes ? ', lease = :lease' : ''}`,
        ConditionExpression:
          'attribute_exists(event_id) AND attribute_not_exists(event_end) AND attribute_not_exists(due_at)',
        ExpressionAttributeValues: {
          ':shard': due.due_shard,
          ':at': due.due_at,
          ...(takes && { ':lease': lease }),
        },
      },
    },
    refuse: () => followerGone,
  };
};

/** The event behind waits no more: it was erased, or ended otherwise. */
const followerGone = new Error('the event behind does not wait');

const endBefore = async (
  holder: Holder,
  event: OutboxEvent,
  follower: number,
  end: EventEnd,
  now: Milliseconds,
  succession: Succession,
): Promise<OutboxEvent | null> => {
  const { table } = holder;
  const held = heldEvent(holder, event);
  const changes = endChanges(event, end, now);
  const existing = { event_follower: follower };
  try {
    await persist(table.retryPolicy, () =>
      commit(table, [recordClause(held, changes, existing), raiseClause(holder, event, follower, now, succession)]),
    );
  } catch (error) {
    if (error !== followerGone) throw error;
    await recordIf(held, existing, changes);
    return null;
  }
  return succession.kind === 'take' ? readEvent(table, entryKey(event, follower)) : null;
};

/** Ends an event that nobody waits behind. @returns the follower that came meanwhile, or null when it is done */
const endAlone = async (
  holder: Holder,
  event: OutboxEvent,
  end: EventEnd,
  now: Milliseconds,
): Promise<number | null> => {
  const followed = await recordIf(heldEvent(holder, event), { event_follower: undefined }, endChanges(event, end, now));
  return followed === null ? null : outboxEventOf(followed).follower;
};

/**
 * Ends an event, and lets the one behind it go in the same commit.
 * @returns the one behind when the worker takes it; null when there is none
 * @throws WorkLost
 */
export const endEvent = async (
  holder: Holder,
  event: OutboxEvent,
  end: EventEnd,
  now: Milliseconds,
  succession: Succession,
): Promise<OutboxEvent | null> => {
  const follower = event.follower ?? (await endAlone(holder, event, end, now));
  return follower === null ? null : endBefore(holder, event, follower, end, now, succession);
};
