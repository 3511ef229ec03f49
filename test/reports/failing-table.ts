import { z } from 'zod';
import type { Table } from '../../lambdas/store/table/table.ts';
import { interposed } from '../interposed-table.ts';

const transaction = z.object({
  TransactItems: z.array(z.object({ Put: z.object({ Item: z.object({ pk: z.string() }) }) })),
});

/** The same table, but transactions that put items of a partition fail while `isBroken` returns true for it. */
export const failingTable = (table: Table, partition: string, isBroken: () => boolean): Table =>
  interposed(table, (command, send) => {
    const items = transaction.safeParse(command.input).data?.TransactItems ?? [];
    const isHit = items.some(({ Put: put }) => put.Item.pk === partition);
    return isHit && isBroken() ? Promise.reject(new Error('the partition takes no commits')) : send();
  });
