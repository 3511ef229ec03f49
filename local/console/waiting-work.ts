import { z } from 'zod';
import { partnerShards, placeOf } from '../../lambdas/kernel/due.ts';
import { queueNames } from '../../lambdas/kernel/work.ts';
import { dueIndex } from '../../lambdas/store/table/keys.ts';
import type { JsonObject } from '@swift-worker/local-cloud/services/json-object.ts';
import type { WaitingWork } from './state.ts';

const attribute = z.object({ S: z.string() });
const page = z.object({
  Items: z.array(z.object({ due_shard: attribute, due_at: attribute })),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

/** An item of the index `due`: its shard, such as `event#3`, and its time, ISO 8601. */
export interface Waiting {
  readonly shard: string;
  readonly dueAt: string;
}

const pageSize = 2_000;
const pages = 3;

/** The work that waits in the table, a few thousand items at most. */
export const readWaiting = async (
  scan: (input: JsonObject) => Promise<JsonObject>,
  table: string,
): Promise<{ readonly items: readonly Waiting[]; readonly isWhole: boolean }> => {
  const items: Waiting[] = [];
  let start: JsonObject | undefined;
  for (let count = 0; count < pages; count += 1) {
    const read = page.parse(
      await scan({
        TableName: table,
        IndexName: dueIndex,
        Limit: pageSize,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    items.push(...read.Items.map((item) => ({ shard: item.due_shard.S, dueAt: item.due_at.S })));
    start = read.LastEvaluatedKey;
    if (start === undefined) return { items, isWhole: true };
  }
  return { items, isWhole: false };
};

/** Counts the work of each queue, and the parked and undelivered events. @param now ISO 8601 */
export const waitingWork = (items: readonly Waiting[], now: string): readonly WaitingWork[] => {
  const of = (name: string, source: WaitingWork['source']): WaitingWork => {
    const mine = items.filter(({ shard }) => placeOf(shard) === name);
    const overdue = source === 'queue' ? mine.filter(({ dueAt }) => dueAt <= now).map(({ dueAt }) => dueAt) : [];
    const overdueSince = overdue.reduce<string | null>(
      (least, at) => (least === null || at < least ? at : least),
      null,
    );
    return { name, source, count: mine.length, overdue: overdue.length, overdueSince };
  };
  return [...queueNames.map((queue) => of(queue, 'queue')), ...partnerShards.map((name) => of(name, 'partner'))];
};
