import { z } from 'zod';
import type { DueHint } from '../../lambdas/kernel/due.ts';
import { isoOf, type Milliseconds } from '../../lambdas/kernel/time.ts';
import type { QueueName } from '../../lambdas/kernel/work.ts';
import { dueHintOf } from '../../lambdas/store/table/due.ts';
import { dueIndex } from '../../lambdas/store/table/keys.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { presentOf } from './lagging-table.ts';
import { scanItems } from './scan-items.ts';

const dueItem = z.object({ due_shard: z.string(), due_at: z.string() });

/**
 * The hints of all work of a queue that is due at `until`, as the stream sends them, without the lag of the index. One
 * scan reads all shards, of which the sweep queries each.
 */
export const dueHints = async (table: Table, queue: QueueName, until: Milliseconds): Promise<readonly DueHint[]> => {
  const found = await scanItems(presentOf(table), {
    IndexName: dueIndex,
    FilterExpression: 'begins_with(due_shard, :queue) AND due_at <= :until',
    ExpressionAttributeValues: { ':queue': `${queue}#`, ':until': isoOf(until) },
  });
  return found
    .map((item) => ({ ...dueItem.parse(item), hint: dueHintOf(item) }))
    .toSorted((left, right) => (left.due_at < right.due_at ? -1 : 1))
    .map(({ hint }) => hint);
};
