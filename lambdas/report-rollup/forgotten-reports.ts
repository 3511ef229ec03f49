import { isForgotten } from '../domain/erasure.ts';
import { scrubbedEvent } from '../domain/delivery/scrubbed-event.ts';
import type { WaitingReport } from '../domain/delivery/waiting-report.ts';
import { readCustomerStatuses } from '../store/customers/customers.ts';
import { scrubMessage } from '../store/delivery/scrub-message.ts';
import type { Table } from '../store/table/table.ts';

/** Reports of a partner without what must not be kept of them. */
export type ForgetReports = (partnerId: string, reports: readonly WaitingReport[]) => Promise<readonly WaitingReport[]>;

const forgotten = async (table: Table, partnerId: string, reports: readonly WaitingReport[]): Promise<Set<string>> => {
  const ids = new Set(reports.map(({ event }) => event.customer_id));
  const statuses = await readCustomerStatuses(table, partnerId, Array.from(ids));
  return new Set(Array.from(statuses).flatMap(([id, status]) => (isForgotten(status) ? [id] : [])));
};

/**
 * Reports that came when their customer was being erased, or that the stream brings only then, keep no identifier:
 * neither in the message's own item nor on the way to the index. Every report comes by here after it was recorded.
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
