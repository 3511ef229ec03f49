import { dueShards } from '../domain/due.ts';
import type { Milliseconds } from '../domain/time.ts';
import { queueNames, type QueueName } from '../domain/work.ts';
import { longestDelay, type QueuedHint, type SendHints } from '../runtime/due-queues.ts';
import { readDue } from '../store/table/due.ts';
import type { Table } from '../store/table/table.ts';

/** What has been due for so long was missed by the stream, or its worker died; what is younger is on its way. */
const overdue: Milliseconds = 15_000;
/** What becomes due before the next sweep is sent ahead, with a delay. */
const sweepGap: Milliseconds = 60_000;
/** A backlog gets its hints a part at a time, the oldest first: hints of what still waits on a queue are of no use. */
const mostHints = 5_000;

const isWanted = (dueAt: Milliseconds, now: Milliseconds): boolean => dueAt <= now - overdue || dueAt > now;

/** Work of a queue that should have been done by now. */
interface Overdue {
  readonly queue: QueueName;
  readonly count: number;
  /** For how long the oldest has been due; 0 when there is none. */
  readonly longest: Milliseconds;
}

interface Swept {
  readonly found: number;
  readonly overdue: Overdue;
}

const sweepShard = async (
  table: Table,
  send: SendHints,
  queue: QueueName,
  shard: number,
  now: Milliseconds,
  isOver: () => boolean,
): Promise<Swept> => {
  let found = 0;
  let count = 0;
  let longest = 0;
  for await (const page of readDue(table, queue, shard, now + sweepGap)) {
    const wanted = page.filter(({ dueAt }) => isWanted(dueAt, now)).slice(0, mostHints - found);
    const hints = wanted.map(({ hint, dueAt }): QueuedHint => ({
      queue,
      hint,
      delay: Math.min(longestDelay, Math.max(0, dueAt - now)),
    }));
    found += hints.length;
    for (const { dueAt } of wanted) {
      if (dueAt > now) continue;
      count += 1;
      longest = Math.max(longest, now - dueAt);
    }
    if (hints.length > 0) await send(hints);
    if (found === mostHints || isOver()) break;
  }
  return { found, overdue: { queue, count, longest } };
};

const overdueOf = (queue: QueueName, swept: readonly Swept[]): Overdue => {
  const own = swept.map(({ overdue }) => overdue).filter((overdue) => overdue.queue === queue);
  return {
    queue,
    count: own.reduce((sum, { count }) => sum + count, 0),
    longest: Math.max(0, ...own.map(({ longest }) => longest)),
  };
};

export interface Sweep {
  readonly found: number;
  /** By queue; of a backlog, the part that was found. */
  readonly overdue: readonly Overdue[];
}

/**
 * Puts all overdue work, and what becomes due before the next sweep, on its queues.
 * Hints that come twice do no harm.
 * @param isOver whether to leave the rest to the next sweep
 */
export const sweep = async (
  table: Table,
  send: SendHints,
  now: Milliseconds,
  isOver: () => boolean = () => false,
): Promise<Sweep> => {
  const shards = queueNames.flatMap((queue) => Array.from({ length: dueShards }, (_, shard) => ({ queue, shard })));
  const swept = await Promise.all(shards.map(({ queue, shard }) => sweepShard(table, send, queue, shard, now, isOver)));
  return {
    found: swept.reduce((sum, { found }) => sum + found, 0),
    overdue: queueNames.map((queue) => overdueOf(queue, swept)),
  };
};
