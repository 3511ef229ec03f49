import * as z from 'zod/mini';
import { dueAt } from '../../kernel/due.ts';
import { day, isoOf, seconds, type Milliseconds } from '../../kernel/time.ts';
import type { Clause } from '../table/commit.ts';
import { keys } from '../table/keys.ts';
import { creationClause } from '../table/put-clause.ts';
import type { Item, Table } from '../table/table.ts';

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
}

/** Longer than all attempts take. */
const lifetime: Milliseconds = 30 * day;

/** Stores a test event, which is due at once. */
export const testEventClause = (
  table: Table,
  { partnerId, id, body, requestId, attempts }: TestEvent,
  now: Milliseconds,
): Clause =>
  creationClause(table, 'the test event is new', {
    ...keys.testEvent(partnerId, id),
    partner_id: partnerId,
    event_id: id,
    body,
    request_id: requestId,
    attempts,
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
});

export const testEventOf = (item: Item): TestEvent => {
  const it = testEventItem.parse(item);
  const { event_id: id, body, attempts } = it;
  return { partnerId: it.partner_id, id, body, requestId: it.request_id, attempts };
};
