import { callbackType } from '../../domain/event.ts';
import { callbackOwnerId } from '../../domain/event-id.ts';
import { callbackEntry, type RecordedEntry } from '../../domain/history.ts';
import { callbackEnvelope, type CallbackSubject, type RelayedCallback } from '../../domain/relayed-callback.ts';
import { dueAt } from '../../kernel/due.ts';
import { day, seconds, type Milliseconds } from '../../kernel/time.ts';
import { listedLifetime } from '../../domain/webhook/event-window.ts';
import { packEntry } from '../customers/packed-entry.ts';
import { commit, persist, type Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { creationClause } from '../table/put-clause.ts';
import type { Item, Table } from '../table/table.ts';
import type { EventAttempt } from './event-attempt.ts';
import { attemptItemOf } from './event-attempts.ts';
import { contentItemOf } from './callback-content.ts';

/** From when it is stored. Longer than the list of events shows it. */
export const callbackLifetime: Milliseconds = listedLifetime + day;

/** A callback that is stored as an event, because its endpoint did not take it. */
export interface CallbackEvent {
  readonly partnerId: string;
  readonly subject: CallbackSubject;
  readonly relayed: RelayedCallback;
  /** The attempt that failed; null when none was made. */
  readonly attempt: EventAttempt | null;
  /** When the next attempt is due. */
  readonly dueAt: Milliseconds;
}

const entryOf = ({ subject, relayed, partnerId }: CallbackEvent): RecordedEntry => {
  const { id, timestamp } = callbackEnvelope(relayed, partnerId);
  return {
    id,
    event: callbackEntry,
    origin: 'system',
    actor: { type: 'service', id: 'platform' },
    changed_fields: [],
    previous: {},
    new: {},
    reason: null,
    related: { instance_id: subject.instance_id },
    request_id: id,
    created_at: timestamp,
  };
};

/** It is in no sequence: an owner of its own has no other event. */
const eventItemOf = (stored: CallbackEvent, now: Milliseconds): Item => {
  const { partnerId, subject, attempt } = stored;
  const entry = entryOf(stored);
  const event = { type: callbackType, sequence: 0, data: { customer_id: subject.customer_id } };
  return {
    ...keys.historyEntry(partnerId, callbackOwnerId(entry.id), 1),
    entry: packEntry({ entry, event }),
    event_id: entry.id,
    event_after: 0,
    event_attempts: attempt === null ? 0 : 1,
    ...dueAt('event', entry.id, stored.dueAt),
    ttl: seconds(now + callbackLifetime),
  };
};

const storedBefore = new Error('the callback is stored');
const customerErased = new Error('the customer is erased');

/** Its content would be left behind: the erasure of the customer may have passed it. */
const notErasedClause = (table: Table, partnerId: string, customerId: string): Clause => ({
  name: 'the customer is not erased',
  write: {
    ConditionCheck: {
      TableName: table.name,
      Key: { ...keys.customer(partnerId, customerId) },
      ConditionExpression: 'attribute_exists(pk) AND NOT #status IN (:erasing, :erased, :failed)',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':erasing': 'erasing', ':erased': 'erased', ':failed': 'erasure_failed' },
    },
  },
  refuse: () => customerErased,
});

/** Stores a callback as an event, whose delivery workers take it from here. A callback that is stored already stays as it is. */
export const storeCallback = async (table: Table, stored: CallbackEvent, now: Milliseconds): Promise<void> => {
  const { partnerId, subject, attempt, relayed } = stored;
  const item = eventItemOf(stored, now);
  const { id } = callbackEnvelope(relayed, partnerId);
  const content = { field: relayed.field, callback: relayed.callback, subject };
  const place = { partnerId, customerId: callbackOwnerId(id), number: 1, id };
  const clauses: readonly Clause[] = [
    creationClause(table, 'the callback is not stored', item, () => storedBefore),
    {
      name: 'its content is stored',
      write: { Put: { TableName: table.name, Item: { ...contentItemOf(partnerId, id, content, now) } } },
    },
    ...(attempt === null
      ? []
      : [
          {
            name: 'the attempt is stored',
            write: { Put: { TableName: table.name, Item: { ...attemptItemOf(place, attempt) } } },
          },
        ]),
    notErasedClause(table, partnerId, subject.customer_id),
  ];
  try {
    await persist(table.retryPolicy, () => commit(table, clauses));
  } catch (error) {
    if (error !== storedBefore && error !== customerErased) throw error;
  }
};
