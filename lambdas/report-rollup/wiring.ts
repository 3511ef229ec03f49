import { forgetReports, type ForgetReports } from './forgotten-reports.ts';
import type { FoldScopesDeps } from './scope-work.ts';
import { watchVerdict } from './watch-verdict.ts';
import type { ParkDeps } from '../store/delivery/parked-reports.ts';
import { blockLimits } from '../store/delivery/index-limits.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import type { Table } from '../store/table/table.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';

export interface OpenFold extends ParkDeps, FoldScopesDeps {
  readonly forget: ForgetReports;
}

/** What the functions need that bring reports to the delivery index. */
export const openFold = (table: Table): OpenFold => {
  const base = { table, index: tableIndex(table), retryPolicy: systemRetryPolicy, clock: systemClock, newId };
  return {
    ...base,
    limits: blockLimits,
    forget: forgetReports(table),
    watch: (partnerId, instanceId) => watchVerdict(base, partnerId, instanceId),
  };
};
