import * as z from 'zod/mini';
import { isPartnerShard, placeOf } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import { longestDelay, type QueuedHint } from '../runtime/due-queues.ts';

const text = z.object({ S: z.string() });

/** The attributes that decide, of an item as the stream brings it. */
const image = z.object({
  pk: text,
  sk: text,
  due_shard: z.optional(text),
  due_at: z.optional(text),
  lease: z.optional(text),
});

const record = z.object({
  dynamodb: z.object({ NewImage: z.optional(image), OldImage: z.optional(image) }),
});

type Image = z.output<typeof image>;

const isAsBefore = (next: Image, previous: Image | undefined): boolean =>
  previous?.due_at?.S === next.due_at?.S &&
  previous?.due_shard?.S === next.due_shard?.S &&
  previous?.lease === undefined;

/**
 * The hint that a committed change calls for: an item that became due, or will within the longest delay of a queue.
 * A leased item is being worked on; one due later is found by the sweep.
 * @throws when the record is not an item of the table, or is due for a work or at a time that does not exist
 */
export const hintOf = (raw: unknown, now: Milliseconds): QueuedHint | null => {
  const { NewImage: next, OldImage: previous } = record.parse(raw).dynamodb;
  if (next?.due_shard === undefined || next.due_at === undefined) return null;
  const queue = placeOf(next.due_shard.S);
  const dueAt = Date.parse(next.due_at.S);
  if (queue === null || Number.isNaN(dueAt)) throw new Error('the item is due for no known work, or at no time');
  if (isPartnerShard(queue)) return null;
  if (next.lease !== undefined || isAsBefore(next, previous)) return null;
  const delay = Math.max(0, dueAt - now);
  return delay > longestDelay ? null : { queue, delay, hint: { pk: next.pk.S, sk: next.sk.S } };
};
