import * as z from 'zod/mini';
import { isPartnerShard, placeOf } from '../kernel/due.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { longestDelay, type QueuedHint } from '../runtime/due-queues.ts';

const text = z.object({ S: z.string() });

/** The relevant attributes of an item in a stream record. */
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
 * The hint of an item that a commit made due, or due within the longest delay of a queue. There is none for a leased item,
 * which a worker processes, nor for an item that is due later, which the sweep finds.
 * @throws Error when the record is not an item of the table, or its queue or time is invalid
 */
export const hintOf = (raw: unknown, now: Milliseconds): QueuedHint | null => {
  const { NewImage: next, OldImage: previous } = record.parse(raw).dynamodb;
  if (next?.due_shard === undefined || next.due_at === undefined) return null;
  const queue = placeOf(next.due_shard.S);
  const dueAt = Date.parse(next.due_at.S);
  if (queue === null || Number.isNaN(dueAt)) throw new Error('the item has an unknown queue or an invalid due time');
  if (isPartnerShard(queue)) return null;
  if (next.lease !== undefined || isAsBefore(next, previous)) return null;
  const delay = Math.max(0, dueAt - now);
  return delay > longestDelay ? null : { queue, delay, hint: { pk: next.pk.S, sk: next.sk.S } };
};
