import { isForgotten } from '../domain/erasure.ts';
import { scrubbedEvent } from '../domain/delivery/scrubbed-event.ts';
import { readCustomerStatuses } from '../store/customers/customers.ts';
import { scrubMessage } from '../store/delivery/scrub-message.ts';
import type { Table } from '../store/table/table.ts';
import type { ReportedChange } from './report-records.ts';

/** Reports of a partner without what must not be kept of them. */
export type ForgetReports = (
  partnerId: string,
  changes: readonly ReportedChange[],
) => Promise<readonly ReportedChange[]>;

const forgotten = async (table: Table, partnerId: string, changes: readonly ReportedChange[]): Promise<Set<string>> => {
  const ids = new Set(changes.flatMap(({ events }) => events.map(({ customer_id: id }) => id)));
  const statuses = await readCustomerStatuses(table, partnerId, Array.from(ids));
  return new Set(Array.from(statuses).flatMap(([id, status]) => (isForgotten(status) ? [id] : [])));
};

/**
 * Reports that came when their customer was being erased, or that the stream brings only then, keep no identifier:
 * neither in the message's own item nor on the way to the index. Every report comes by here after it was recorded.
 */
export const forgetReports =
  (table: Table): ForgetReports =>
  async (partnerId, changes) => {
    const gone = await forgotten(table, partnerId, changes);
    if (gone.size === 0) return changes;
    const events = changes.flatMap((change) => change.events.filter(({ customer_id: id }) => gone.has(id)));
    for (const event of events) await scrubMessage(table, partnerId, event);
    return changes.map((change) => ({
      ...change,
      events: change.events.map((event) => (gone.has(event.customer_id) ? scrubbedEvent(event) : event)),
    }));
  };
