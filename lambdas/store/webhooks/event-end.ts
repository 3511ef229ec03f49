import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { asideShard, dueAt } from '../../domain/due.ts';
import { isoOf, type Milliseconds } from '../../domain/time.ts';
import { itemOf } from '../table/attributes.ts';
import { commit, persist } from '../table/commit.ts';
import { leaseLost, tryUpdate, unlessLost, type Holder, type Update } from './event-holder.ts';
import { entryKey, outboxEventOf, readEvent, type EventEnd, type OutboxEvent } from './outbox-events.ts';

/** What was not delivered stays findable for the operator. */
const endExpression = (end: EventEnd): string =>
  end === 'delivered'
    ? 'SET event_end = :end, event_ended_at = :now, event_attempts = :attempts REMOVE due_shard, due_at, lease, event_follower'
    : 'SET event_end = :end, event_ended_at = :now, event_attempts = :attempts, due_shard = :kept, due_at = :now REMOVE lease, event_follower';

/** @param follower the one that waits behind, as far as is known: the end must let it go */
export const endParams = (
  table: string,
  event: OutboxEvent,
  follower: number | null,
  lease: string,
  end: EventEnd,
  now: Milliseconds,
): Update => ({
  TableName: table,
  Key: { ...entryKey(event) },
  UpdateExpression: endExpression(end),
  ConditionExpression: `lease = :lease AND ${follower === null ? 'attribute_not_exists(event_follower)' : 'event_follower = :follower'}`,
  ExpressionAttributeValues: {
    ':lease': lease,
    ':end': end,
    ':now': isoOf(now),
    ':attempts': event.attempts,
    ...(end !== 'delivered' && { ':kept': asideShard('kept', event.partnerId) }),
    ...(follower !== null && { ':follower': follower }),
  },
});

/** What becomes of the event behind: the same worker takes it until a time, or it is due for anybody. */
export type Succession = { readonly kind: 'take'; readonly until: Milliseconds } | { readonly kind: 'release' };

const raiseParams = (
  table: string,
  event: OutboxEvent,
  follower: number,
  at: Milliseconds,
  lease: string | null,
): Update => {
  const due = dueAt('event', event.id, at);
  return {
    TableName: table,
    Key: { ...entryKey(event, follower) },
    UpdateExpression: `SET due_shard = :shard, due_at = :at${lease === null ? '' : ', lease = :lease'}`,
    ConditionExpression:
      'attribute_exists(event_id) AND attribute_not_exists(event_end) AND attribute_not_exists(due_at)',
    ExpressionAttributeValues: {
      ':shard': due.due_shard,
      ':at': due.due_at,
      ...(lease === null ? {} : { ':lease': lease }),
    },
  };
};

const followerOf = (refusal: ConditionalCheckFailedException, lease: string): number | null => {
  const item = itemOf(refusal.Item) ?? {};
  if (item['lease'] !== lease) throw leaseLost();
  return outboxEventOf(item).follower;
};

/** Ends an event that nobody waits behind. @returns the follower that came meanwhile, or null when it is done */
const endAlone = async (
  holder: Holder,
  event: OutboxEvent,
  end: EventEnd,
  now: Milliseconds,
): Promise<number | null> => {
  const params = endParams(holder.table.name, event, null, holder.lease, end, now);
  const refusal = await tryUpdate(holder, params);
  return refusal === null ? null : followerOf(refusal, holder.lease);
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
  const { table, patience, lease } = holder;
  const ended = endParams(table.name, event, follower, lease, end, now);
  const takes = succession.kind === 'take';
  const raised = raiseParams(table.name, event, follower, takes ? succession.until : now, takes ? lease : null);
  try {
    await persist(patience, () =>
      commit(table, [
        { name: "the event is still the worker's", write: { Update: ended }, refuse: leaseLost },
        { name: 'the event behind waits', write: { Update: raised }, refuse: () => followerGone },
      ]),
    );
  } catch (error) {
    if (error !== followerGone) throw error;
    await tryUpdate(holder, ended);
    return null;
  }
  return takes ? readEvent(table, entryKey(event, follower)) : null;
};

const endWith = async (
  holder: Holder,
  event: OutboxEvent,
  end: EventEnd,
  now: Milliseconds,
  succession: Succession,
): Promise<OutboxEvent | null> => {
  const follower = event.follower ?? (await endAlone(holder, event, end, now));
  return follower === null ? null : endBefore(holder, event, follower, end, now, succession);
};

/**
 * Ends an event, and lets the one behind it go in the same commit.
 * @returns the one behind when the worker takes it; null when there is none, or the lease was lost
 */
export const endEvent = (
  holder: Holder,
  event: OutboxEvent,
  end: EventEnd,
  now: Milliseconds,
  succession: Succession,
): Promise<OutboxEvent | null> => unlessLost(endWith(holder, event, end, now, succession), null);
