import type { Table } from '../../lambdas/store/table/table.ts';

/** The same table for a worker that dies: from a call on, none is answered. @param isCarriedOut whether the first of them is */
export const dyingTable = (table: Table, calls: number, isCarriedOut: boolean): Table => {
  let left = calls;
  return {
    name: table.name,
    retryPolicy: { sleep: () => Promise.resolve(), random: () => 0.5 },
    client: new Proxy(table.client, {
      get: (target, name, receiver) => {
        const value: unknown = Reflect.get(target, name, receiver);
        if (name !== 'send' || typeof value !== 'function') return value;
        return async (command: unknown): Promise<unknown> => {
          left -= 1;
          if (left >= 0 || (left === -1 && isCarriedOut)) {
            const answer: unknown = await value.call(target, command);
            if (left >= 0) return answer;
          }
          throw new Error('the worker is dead');
        };
      },
    }),
  };
};
