import { shardsOf, type DueHint } from '../../lambdas/kernel/due.ts';
import type { Milliseconds } from '../../lambdas/kernel/time.ts';
import type { QueueName } from '../../lambdas/kernel/work.ts';
import { readDue } from '../../lambdas/store/table/due.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { presentOf } from './lagging-table.ts';

/** The hints of all work of a queue that is due at `until`, as the stream sends them, without the lag of the index. */
export const dueHints = async (table: Table, queue: QueueName, until: Milliseconds): Promise<readonly DueHint[]> => {
  const inShard = async (shard: number): Promise<readonly DueHint[]> => {
    const found: DueHint[] = [];
    for await (const page of readDue(presentOf(table), queue, shard, until))
      found.push(...page.map(({ hint }) => hint));
    return found;
  };
  return (await Promise.all(Array.from({ length: shardsOf(queue) }, (_, shard) => inShard(shard)))).flat();
};
