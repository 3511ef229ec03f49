import * as z from 'zod/mini';
import { dueAt } from '../../kernel/due.ts';
import { day, isoOf, seconds, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { creationClause } from '../table/put-clause.ts';
import { getItem } from '../table/read.ts';
import type { Item, Table } from '../table/table.ts';
import { finished, type Changes } from '../table/work.ts';
import { eventAttempt, type EventAttempt } from './event-attempt.ts';

const testEventEnds = ['delivered', 'undelivered'] as const;
type TestEventEnd = (typeof testEventEnds)[number];

/** An event that a partner requested to test its endpoint. It is in no customer's history and no list. */
export interface TestEvent {
  readonly partnerId: string;
  readonly id: string;
  /** The request body. */
  readonly body: string;
  /** The `x-request-id` of the call that requested it. */
  readonly requestId: string;
  /** Failed attempts so far. */
  readonly attempts: number;
  /** All attempts, the oldest first. Its data is made up, so what an endpoint answers to it is no customer's. */
  readonly log: readonly EventAttempt[];
  /** Null while it waits. */
  readonly end: TestEventEnd | null;
  /** When its next attempt is due; null after its end. */
  readonly nextAt: string | null;
  readonly createdAt: string;
}

/** Longer than all attempts take. */
const lifetime: Milliseconds = 30 * day;

/** Stores a test event, which is due at once. */
export const testEventClause = (
  table: Table,
  { partnerId, id, body, requestId }: Pick<TestEvent, 'partnerId' | 'id' | 'body' | 'requestId'>,
  now: Milliseconds,
): Clause =>
  creationClause(table, 'the test event is new', {
    ...keys.testEvent(partnerId, id),
    partner_id: partnerId,
    event_id: id,
    body,
    request_id: requestId,
    attempts: 0,
    created_at: isoOf(now),
    ttl: seconds(now + lifetime),
    ...dueAt('testEvent', id, now),
  });

const testEventItem = z.object({
  partner_id: z.string(),
  event_id: z.string(),
  body: z.string(),
  request_id: z.string(),
  attempts: z.number(),
  attempt_log: z._default(z.array(eventAttempt), []),
  end: z.optional(z.enum(testEventEnds)),
  due_at: z.optional(z.string()),
  created_at: z.string(),
});

export const testEventOf = (item: Item): TestEvent => {
  const it = testEventItem.parse(item);
  return {
    partnerId: it.partner_id,
    id: it.event_id,
    body: it.body,
    requestId: it.request_id,
    attempts: it.attempts,
    log: it.attempt_log,
    end: it.end ?? null,
    nextAt: it.due_at ?? null,
    createdAt: it.created_at,
  };
};

/** The end of a test event, as changes of its item. */
export const ended = (end: TestEventEnd): Changes => ({ ...finished, end });

/** A test event of the last 30 days; null when there is none, or an earlier version ended it, which kept no log. */
export const readTestEvent = async (table: Table, partnerId: string, id: string): Promise<TestEvent | null> => {
  const item = await getItem(table, keys.testEvent(partnerId, id));
  if (item === undefined) return null;
  const event = testEventOf(item);
  return event.end === null && event.nextAt === null ? null : event;
};
