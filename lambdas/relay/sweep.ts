import { shardsOf } from '../kernel/due.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { queueNames, type QueueName } from '../kernel/work.ts';
import { longestDelay, type QueuedHint, type SendHints } from '../runtime/due-queues.ts';
import { readDue } from '../store/table/due.ts';
import type { Table } from '../store/table/table.ts';

/** Work that is due for longer is overdue: its hint or its worker was lost. */
const overdue: Milliseconds = 15_000;
/** Work that is due before the next sweep is sent with a delay. */
const sweepGap: Milliseconds = 60_000;
/** The most hints of a shard in a sweep, oldest first. More hints would only repeat those that still wait. */
const mostHints = 5_000;

const isWanted = (dueAt: Milliseconds, now: Milliseconds): boolean => dueAt <= now - overdue || dueAt > now;

/** The overdue work of a queue. */
interface Overdue {
  readonly queue: QueueName;
  readonly count: number;
  /** The age of the oldest; 0 without any. */
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
  /** By queue. A backlog is counted up to the most hints of a sweep. */
  readonly overdue: readonly Overdue[];
}

/**
 * Sends hints of overdue work and of work that is due before the next sweep. Hints may be repeated.
 * @param isOver whether to leave the rest to the next sweep
 */
export const sweep = async (
  table: Table,
  send: SendHints,
  now: Milliseconds,
  isOver: () => boolean = () => false,
): Promise<Sweep> => {
  const shards = queueNames.flatMap((queue) =>
    Array.from({ length: shardsOf(queue) }, (_, shard) => ({ queue, shard })),
  );
  const swept = await Promise.all(shards.map(({ queue, shard }) => sweepShard(table, send, queue, shard, now, isOver)));
  return {
    found: swept.reduce((sum, { found }) => sum + found, 0),
    overdue: queueNames.map((queue) => overdueOf(queue, swept)),
  };
};
