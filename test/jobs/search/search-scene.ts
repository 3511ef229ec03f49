import { z } from 'zod';
import type { CustomerStatus } from '../../../lambdas/domain/customer.ts';
import { searchTermOf } from '../../../lambdas/domain/customer.ts';
import type { SearchFilter } from '../../../lambdas/domain/search/search-row.ts';
import { foldSearch, type FoldSearchDeps } from '../../../lambdas/jobs/fold-search.ts';
import { newId } from '../../../lambdas/runtime/clock.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { readPartner } from '../../../lambdas/store/partners/callers.ts';
import { announceCustomerIndex, makeFoldDue, readSearchHead } from '../../../lambdas/store/search/search-head.ts';
import { readCustomers } from '../../../lambdas/store/search/find-customers.ts';
import { searchIndex } from '../../../lambdas/store/search/search-index.ts';
import { searchKeys } from '../../../lambdas/store/search/search-keys.ts';
import { scanRecords } from '../../../lambdas/store/search/search-records.ts';
import { searchedRecords } from '../../../lambdas/store/search/searched-records.ts';
import type { Table } from '../../../lambdas/store/table/table.ts';
import { noDeadline } from '../../../tools/harness/no-deadline.ts';
import type { TestTable } from '../../../tools/harness/test-table.ts';
import { startErasureScene, type ErasureScene } from '../erasure/scene.ts';

const made = z.object({ customer: z.object({ customer_id: z.string() }) });

/** Longer than an id takes to settle, than calls that do not know of the index, and than any lease. */
export const long = 7 * 60_000;

/** What is asked of the index and of the records. */
export interface Asked {
  readonly search: string;
  readonly statuses: ReadonlySet<CustomerStatus>;
  readonly page: number;
  readonly pageSize: number;
}

export interface SearchScene {
  readonly scene: ErasureScene;
  readonly partnerId: string;
  readonly create: (externalId: string, name: string, phone?: string) => Promise<string>;
  /** Gives the partner an index, and lets the time pass until the first build. */
  readonly announce: () => Promise<void>;
  /** Has a worker fold the index. @param until 0 for a worker whose time is up after a step */
  readonly fold: (changes?: Partial<FoldSearchDeps>, until?: number) => Promise<void>;
  /** By the index; null when it does not answer. */
  readonly indexed: (asked: Asked, table?: Table) => Promise<unknown>;
  /** By a look at every record. */
  readonly brute: (asked: Asked) => Promise<unknown>;
  readonly isReady: () => Promise<boolean>;
}

/** A partner whose index has blocks of three customers. */
export const startSearchScene = async (table: TestTable): Promise<SearchScene> => {
  const scene = await startErasureScene(table);
  const { clock } = scene;
  const { partnerId } = scene.partner;
  const records = searchedRecords.C;
  const filterOf = ({ search, statuses }: Asked): SearchFilter => {
    const term = searchTermOf(search);
    if (term === null) throw new Error('nothing is searched');
    return { statuses, term, wabaId: null };
  };
  const sizes = async () => (await readPartner(table, partnerId))?.sizes ?? [];
  return {
    scene,
    partnerId,
    create: async (external_customer_id, customer_name, customer_phone = '') => {
      const body = { external_customer_id, customer_name, ...(customer_phone !== '' && { customer_phone }) };
      const answer = await scene.command('POST', 'upsert-partner-customer', body);
      if (answer.status !== 201) throw new Error(answer.text);
      return made.parse(answer.body).customer.customer_id;
    },
    announce: async () => {
      await announceCustomerIndex(table, partnerId, clock.now());
      clock.pass(long);
    },
    fold: async (changes = {}, until = Infinity) => {
      await makeFoldDue(table, partnerId, 'C', clock.now());
      const deps = { table, clock: clock.now, newId, deadline: noDeadline, blockSize: 3, ...changes };
      await runWork({ searchFold: (work) => foldSearch(deps, work, until) }, searchKeys.head(partnerId, 'C'));
    },
    indexed: async (asked, own = table) => {
      const searched = { records, partnerId, sizes: await sizes(), now: clock.now() };
      const ids = await searchIndex(own, searched, filterOf(asked));
      return ids === null ? null : readCustomers(own, partnerId, ids, asked);
    },
    brute: async (asked) => {
      const { ids } = await scanRecords(table, records, partnerId, await sizes(), filterOf(asked));
      return readCustomers(table, partnerId, ids, asked);
    },
    isReady: async () => (await readSearchHead(table, partnerId, 'C'))?.isReady === true,
  };
};
