import * as z from 'zod/mini';
import { shardsOf } from '../../kernel/due.ts';
import { isoOf } from '../../kernel/time.ts';
import { queueNames } from '../../kernel/work.ts';
import { readDue } from '../../store/table/due.ts';
import { command } from '../command.ts';

/** As a sweep counts: its hint or its worker was lost. */
const overdueAfter = 15_000;

/** The overdue work of each queue that has some, up to 1,000 items of a shard, and since when the oldest is due. */
export const showStatus = command({
  input: z.object({}),
  run: async ({ table }, { now }) => {
    const found = await Promise.all(
      queueNames.map(async (queue) => {
        const shards = Array.from({ length: shardsOf(queue) }, async (_, shard) => {
          for await (const page of readDue(table, queue, shard, now - overdueAfter)) return page;
          return [];
        });
        const due = (await Promise.all(shards)).flat().map(({ dueAt }) => dueAt);
        return { queue, count: due.length, oldest_at: due.length === 0 ? null : isoOf(Math.min(...due)) };
      }),
    );
    return { at: isoOf(now), overdue: found.filter(({ count }) => count > 0) };
  },
});
