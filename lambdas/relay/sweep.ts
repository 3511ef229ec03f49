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

/** What a sweep could not do for a shard of a queue. */
interface SweepFailure {
  readonly queue: QueueName;
  /** Whether the table was not read: what is overdue is not known then. */
  readonly isUnread: boolean;
  readonly error: unknown;
}

interface Swept {
  readonly found: number;
  readonly unsent: number;
  readonly overdue: Overdue;
  readonly failures: readonly SweepFailure[];
}

/** What is overdue is counted also when the queue refuses the hints. */
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
  let unsent = 0;
  const failures: SweepFailure[] = [];
  const sendAll = async (hints: readonly QueuedHint[]): Promise<void> => {
    try {
      // After a failure the next page would only wait for the same queue.
      unsent += failures.length > 0 ? hints.length : (await send(hints)).length;
    } catch (error) {
      unsent += hints.length;
      failures.push({ queue, isUnread: false, error });
    }
  };
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
    if (hints.length > 0) await sendAll(hints);
    if (found === mostHints || isOver()) break;
  }
  return { found, unsent, overdue: { queue, count, longest }, failures };
};

const unread = (queue: QueueName, error: unknown): Swept => ({
  found: 0,
  unsent: 0,
  overdue: { queue, count: 0, longest: 0 },
  failures: [{ queue, isUnread: true, error }],
});

const sum = (counts: readonly number[]): number => counts.reduce((whole, count) => whole + count, 0);

/** None of a queue of which a shard was not read: a metric without data raises its alarm. */
const overdueOf = (queue: QueueName, swept: readonly Swept[]): readonly Overdue[] => {
  const own = swept.filter(({ overdue }) => overdue.queue === queue);
  if (own.some(({ failures }) => failures.some(({ isUnread }) => isUnread))) return [];
  const longest = Math.max(0, ...own.map(({ overdue }) => overdue.longest));
  return [{ queue, count: sum(own.map(({ overdue }) => overdue.count)), longest }];
};

export interface Sweep {
  readonly found: number;
  /** Hints that no queue accepted. The next sweep sends them again. */
  readonly unsent: number;
  /** By queue. A backlog is counted up to the most hints of a sweep. */
  readonly overdue: readonly Overdue[];
  readonly failures: readonly SweepFailure[];
}

/**
 * Sends hints of overdue work and of work that is due before the next sweep. Hints may be repeated.
 * A queue that refuses messages, or a shard that can't be read, keeps no other from its hints.
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
  const swept = await Promise.all(
    shards.map(({ queue, shard }) =>
      sweepShard(table, send, queue, shard, now, isOver).catch((error: unknown) => unread(queue, error)),
    ),
  );
  return {
    found: sum(swept.map(({ found }) => found)),
    unsent: sum(swept.map(({ unsent }) => unsent)),
    overdue: queueNames.flatMap((queue) => overdueOf(queue, swept)),
    failures: swept.flatMap(({ failures }) => failures),
  };
};
