import { isForgotten } from '../domain/erasure.ts';
import { scrubbedEvent } from '../domain/delivery/scrubbed-event.ts';
import type { WaitingReport } from '../domain/delivery/waiting-report.ts';
import { readCustomerStatuses } from '../store/customers/customers.ts';
import { scrubMessage } from '../store/delivery/scrub-message.ts';
import type { Table } from '../store/table/table.ts';

/** Removes the identifiers of customers that are being erased from a partner's reports. */
export type ForgetReports = (partnerId: string, reports: readonly WaitingReport[]) => Promise<readonly WaitingReport[]>;

const forgotten = async (table: Table, partnerId: string, reports: readonly WaitingReport[]): Promise<Set<string>> => {
  const ids = new Set(reports.map(({ event }) => event.customer_id));
  const statuses = await readCustomerStatuses(table, partnerId, Array.from(ids));
  return new Set(Array.from(statuses).flatMap(([id, status]) => (isForgotten(status) ? [id] : [])));
};

/**
 * Removes the identifiers from reports whose customer is being erased, in the message's item and in the reports on their
 * way to the index. Every report passes through here after it was recorded, so a report that was recorded during the
 * erasure leaves no identifier either.
 */
export const forgetReports =
  (table: Table): ForgetReports =>
  async (partnerId, reports) => {
    const gone = await forgotten(table, partnerId, reports);
    if (gone.size === 0) return reports;
    const isGone = ({ event }: WaitingReport): boolean => gone.has(event.customer_id);
    for (const { event } of reports.filter(isGone)) await scrubMessage(table, partnerId, event);
    return reports.map((report) => (isGone(report) ? { ...report, event: scrubbedEvent(report.event) } : report));
  };
