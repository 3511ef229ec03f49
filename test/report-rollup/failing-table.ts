import { z } from 'zod';
import type { Table } from '../../lambdas/store/table/table.ts';

const transaction = z.object({
  TransactItems: z.array(z.object({ Put: z.object({ Item: z.object({ pk: z.string() }) }) })),
});

/** The same table, but transactions that put items of a partition fail while `isBroken` returns true for it. */
export const failingTable = (table: Table, partition: string, isBroken: () => boolean): Table => ({
  name: table.name,
  retryPolicy: table.retryPolicy,
  client: new Proxy(table.client, {
    get: (target, name, receiver) => {
      const value: unknown = Reflect.get(target, name, receiver);
      if (name !== 'send' || typeof value !== 'function') return value;
      return (command: { input: unknown }): unknown => {
        const items = transaction.safeParse(command.input).data?.TransactItems ?? [];
        const isHit = items.some(({ Put: put }) => put.Item.pk === partition);
        return isHit && isBroken()
          ? Promise.reject(new Error('the partition takes no commits'))
          : value.call(target, command);
      };
    },
  }),
});
