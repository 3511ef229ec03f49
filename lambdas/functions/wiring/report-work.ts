import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { embedded } from '../../kernel/metrics.ts';
import type { ParkedReport } from '../../domain/delivery/parked-report.ts';
import type { WaitingReport } from '../../domain/delivery/waiting-report.ts';
import type { Log } from '../../runtime/logger.ts';
import { newId, systemClock, systemRetryPolicy } from '../../runtime/clock.ts';
import { addToStripes } from '../../store/delivery/journal.ts';
import type { DeliveryScope } from '../../store/delivery/keys.ts';
import { parkReports } from '../../store/delivery/parked-reports.ts';
import { readStripes } from '../../store/delivery/read-stripes.ts';
import { tableIndex } from '../../store/delivery/table-index.ts';
import { nothingWaits, openWaiting } from '../../store/delivery/waiting-reports.ts';
import { remembering } from '../../store/partners/caller-cache.ts';
import type { Table } from '../../store/table/table.ts';
import { countReports } from '../../store/usage/count-reports.ts';
import { watchVerdict } from '../../reports/watch-verdict.ts';

const baseOf = (table: Table) => ({
  table,
  index: tableIndex(table),
  retryPolicy: systemRetryPolicy,
  clock: systemClock,
  newId,
});

/** The dependencies of the functions that fold. The reports that they have just folded do not wait any more. */
export const openFold = (table: Table) => {
  const base = baseOf(table);
  return {
    ...base,
    limits: blockLimits,
    watch: (partnerId: string, instanceId: string) =>
      watchVerdict({ ...base, waiting: nothingWaits }, partnerId, instanceId),
  };
};

/** Updates the verdicts of a partner's instances. The partner's waiting reports are read once. */
export const openWatch = (table: Table) => {
  const stripesOf = remembering(systemClock, readStripes(table));
  return async (partnerId: string, instanceIds: ReadonlySet<string>): Promise<void> => {
    const deps = { ...baseOf(table), waiting: openWaiting(table, stripesOf) };
    for (const instanceId of instanceIds) await watchVerdict(deps, partnerId, instanceId);
  };
};

/** Notes reports for usage, and adds them to the journal, each to the stripe of its message. Both may be repeated. */
export const openJournal =
  (table: Table) =>
  async (partnerId: string, reports: readonly WaitingReport[]): Promise<void> => {
    await countReports(
      table,
      partnerId,
      reports.map(({ event }) => event),
    );
    await addToStripes({ table, clock: systemClock }, partnerId, reports);
  };

/** Parks reports and logs it. */
export const openPark =
  (table: Table, log: Log) =>
  async (partnerId: string, scope: DeliveryScope | null, reports: readonly ParkedReport[]): Promise<void> => {
    await parkReports(baseOf(table), partnerId, scope, reports);
    log.warn('reports were parked', {
      partner_id: partnerId,
      scope: scope?.kind ?? 'all',
      ...embedded(systemClock(), { reports_parked: reports.length }),
    });
  };
