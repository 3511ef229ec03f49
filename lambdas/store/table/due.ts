import * as z from 'zod/mini';
import { dueShard, type DueHint } from '../../kernel/due.ts';
import { isoOf, type Milliseconds } from '../../kernel/time.ts';
import type { QueueName } from '../../kernel/work.ts';
import { dueIndex } from './keys.ts';
import { queryPages } from './query.ts';
import type { Item, Table } from './table.ts';

const hintItem = z.object({ pk: z.string(), sk: z.string() });
export const dueHintOf = (item: unknown): DueHint => hintItem.parse(item);

/** Work in the index, and when it is due. */
export interface DueWork {
  readonly hint: DueHint;
  readonly dueAt: Milliseconds;
}

const timeItem = z.object({ due_at: z.string() });
const dueWorkOf = (item: Item): DueWork => ({
  hint: dueHintOf(item),
  dueAt: Date.parse(timeItem.parse(item).due_at),
});

/** The work of one shard that is due at `until`, oldest first, page after page. */
export async function* readDue(
  table: Table,
  queue: QueueName,
  shard: number,
  until: Milliseconds,
): AsyncGenerator<readonly DueWork[]> {
  const query = {
    IndexName: dueIndex,
    KeyConditionExpression: 'due_shard = :shard AND due_at <= :until',
    ExpressionAttributeValues: { ':shard': dueShard(queue, shard), ':until': isoOf(until) },
    Limit: 1000,
  };
  for await (const page of queryPages(table, query)) yield page.map(dueWorkOf);
}
