import { foldSearch } from '../../lambdas/search-fold/fold-search.ts';
import { rowsInBlock } from '../../lambdas/domain/search/search-plan.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { announceSearchIndex } from '../../lambdas/store/search/search-head.ts';
import { keys, workKeyOfKind } from '../../lambdas/store/table/keys.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { noDeadline } from '../harness/no-deadline.ts';

/** Longer than the first build waits for. */
const before = 600_000;

/** Gives a partner's customers a search index, folded by now. */
export const plantSearchIndex = async (table: Table, partnerId: string, now: number): Promise<void> => {
  await announceSearchIndex(table, partnerId, now - before);
  const work = workKeyOfKind('searchFold', keys.searchIndex(partnerId));
  await foldSearch({ table, clock: () => now, newId, deadline: noDeadline, blockSize: rowsInBlock }, work, Infinity);
};
