import type { Table } from '../../../lambdas/store/table/table.ts';
import { interposed } from '../../interposed-table.ts';

/** The same table for a worker that dies: from a call on, none is answered. @param isCarriedOut whether the first of them is */
export const dyingTable = (table: Table, calls: number, isCarriedOut: boolean): Table => {
  let left = calls;
  const dying = interposed(table, async (_, send) => {
    left -= 1;
    if (left >= 0 || (left === -1 && isCarriedOut)) {
      const answer = await send();
      if (left >= 0) return answer;
    }
    throw new Error('the worker is dead');
  });
  return { ...dying, retryPolicy: { sleep: () => Promise.resolve(), random: () => 0.5 } };
};
