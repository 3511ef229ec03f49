import { foldSearch } from '../../lambdas/jobs/fold-search.ts';
import { rowsInBlock } from '../../lambdas/domain/search/search-plan.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import { announceCustomerIndex, announceInstanceIndex } from '../../lambdas/store/search/search-head.ts';
import { searchKeys, type SearchedKind } from '../../lambdas/store/search/search-keys.ts';
import { workKeyOfKind } from '../../lambdas/store/table/keys.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { noDeadline } from '../harness/no-deadline.ts';

/** Longer than any commit of a call from before the index may take. */
const before = 1_800_000;

const announce = { C: announceCustomerIndex, I: announceInstanceIndex };

/** Gives a partner's customers, or its instances, a search index, folded by now. */
export const plantSearchIndex = async (
  table: Table,
  partnerId: string,
  kind: SearchedKind,
  now: number,
): Promise<void> => {
  await announce[kind](table, partnerId, now - before);
  const work = workKeyOfKind('searchFold', searchKeys.head(partnerId, kind));
  await foldSearch({ table, clock: () => now, newId, deadline: noDeadline, blockSize: rowsInBlock }, work, Infinity);
};
