import { embedded } from '../domain/metrics.ts';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import { stripeOf } from '../domain/delivery/stripe.ts';
import type { WaitingReport } from '../domain/delivery/waiting-report.ts';
import type { Log } from '../runtime/logger.ts';
import { newId, systemClock, systemRetryPolicy } from '../runtime/clock.ts';
import { blockLimits } from '../store/delivery/index-limits.ts';
import { addToJournal } from '../store/delivery/journal.ts';
import type { DeliveryScope } from '../store/delivery/keys.ts';
import { parkReports } from '../store/delivery/parked-reports.ts';
import { tableIndex } from '../store/delivery/table-index.ts';
import { openWaiting } from '../store/delivery/waiting-reports.ts';
import type { Table } from '../store/table/table.ts';
import { watchVerdict } from './watch-verdict.ts';

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
  const waiting = () => Promise.resolve([]);
  return {
    ...base,
    limits: blockLimits,
    watch: (partnerId: string, instanceId: string) => watchVerdict({ ...base, waiting }, partnerId, instanceId),
  };
};

/** Updates the verdicts of a partner's instances. The partner's waiting reports are read once. */
export const openWatch =
  (table: Table) =>
  async (partnerId: string, instanceIds: ReadonlySet<string>): Promise<void> => {
    const deps = { ...baseOf(table), waiting: openWaiting(table) };
    for (const instanceId of instanceIds) await watchVerdict(deps, partnerId, instanceId);
  };

/** Adds reports to the journal, each to the stripe of its phone number. */
export const openJournal =
  (table: Table) =>
  async (partnerId: string, reports: readonly WaitingReport[]): Promise<void> => {
    const byStripe = Map.groupBy(reports, ({ event }) => stripeOf(event.phone_number_id));
    for (const [stripe, own] of byStripe) await addToJournal({ table, clock: systemClock }, { partnerId, stripe }, own);
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
