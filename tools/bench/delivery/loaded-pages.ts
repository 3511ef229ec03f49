import type { FoundEvents } from '@swift-worker/time-index/read-page.ts';
import type { DeliveryScope } from '../../../lambdas/store/delivery/keys.ts';
import { searchEvents } from '../../../lambdas/store/delivery/search-events.ts';
import { tableIndex } from '../../../lambdas/store/delivery/table-index.ts';
import { startMeteredTable, type MeteredTable } from '../../access-patterns/metered-table.ts';
import { defaultDirectory, readContents } from '../../load/database.ts';
import { chunks, searchedAt, searchedRange, searchedScopes } from '../../load/loaded-events.ts';
import type { Measurement, Section } from '../section.ts';
import { nothingWaits } from '../../../lambdas/store/delivery/waiting-reports.ts';
import { retryPolicy } from './page-costs.ts';

const pageSize = 200;

interface PageCost {
  readonly page: number;
  readonly found: FoundEvents;
  readonly requests: number;
  readonly rounds: number;
  readonly read: number;
}

const costOf = async (table: MeteredTable, scope: DeliveryScope, page: number): Promise<PageCost> => {
  const deps = { index: tableIndex(table), retryPolicy, waiting: nothingWaits };
  const search = (): Promise<FoundEvents> => searchEvents(deps, scope, searchedRange, { page, pageSize }, searchedAt);
  const { result, accesses, roundsToAnswer } = await table.measure(search);
  const read = accesses.reduce((sum, access) => sum + access.read, 0);
  return { page, found: result, requests: accesses.length, rounds: roundsToAnswer, read };
};

const rowsOf = async (table: MeteredTable, scope: DeliveryScope): Promise<Measurement['rows']> => {
  const first = await costOf(table, scope, 1);
  const last = Math.ceil(first.found.total / pageSize);
  const costs = [first, await costOf(table, scope, Math.ceil(last / 2)), await costOf(table, scope, last)];
  const requests = costs.map((cost) => cost.requests);
  if (Math.max(...requests) > 8 || Math.max(...requests) - Math.min(...requests) > 1) {
    throw new Error(`pages of ${scope.kind} take ${requests.join(', ')} requests`);
  }
  return costs.map(({ page, found, requests, rounds, read }) => {
    if (page < last && found.events.length !== pageSize) throw new Error(`page ${page} is not full`);
    return [scope.kind, found.total, page, found.events.length, requests, rounds, read];
  });
};

/** Pages of the events that `npm run load` wrote, from DynamoDB Local: requests and units by the published rules. */
export const loadedPages: Section = {
  name: 'loaded-pages',
  measure: async () => {
    const title = 'Search of 30 days in DynamoDB Local, pages of 200 (eventual reads)';
    const held = await readContents(defaultDirectory);
    if (held?.chunks !== chunks) {
      return [{ title, head: ['nothing is loaded'], rows: [['npm run load loads 1,000,000 events']] }];
    }
    const table = await startMeteredTable(defaultDirectory);
    try {
      const rows: Measurement['rows'][number][] = [];
      for (const scope of searchedScopes) rows.push(...(await rowsOf(table, scope)));
      if (rows[0]?.[1] !== held.events) throw new Error(`not all of ${held.events} events are found`);
      return [
        { title, head: ['scope', 'events', 'page', 'items', 'requests', 'one after another', 'read units'], rows },
      ];
    } finally {
      await table.stop();
    }
  },
};
