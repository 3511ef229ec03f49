import type { DeliveryStatus } from '../domain/delivery/event.ts';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import { newEvents, type ReportedChange } from '../report-rollup/report-records.ts';
import type { Statuses } from '../store/delivery/message-statuses.ts';

/** Messages' statuses as their items have them now, by partition key. */
export type ReadMessages = (messages: readonly string[]) => Promise<ReadonlyMap<string, Statuses>>;

const only = (statuses: Statuses, names: readonly DeliveryStatus[]): Statuses =>
  new Map(Array.from(statuses).filter(([status]) => names.includes(status)));

/**
 * What the parked reports changed: the events as they are now, each with what it did to its message as it stood then.
 * A message that has expired has no event in any index any more.
 */
export const changesOf = async (
  read: ReadMessages,
  partnerId: string,
  reports: readonly ParkedReport[],
): Promise<readonly ReportedChange[]> => {
  const messages = await read(reports.map(({ message }) => message));
  return reports.map((report) => {
    const now = messages.get(report.message) ?? new Map<never, never>();
    const events = newEvents(only(now, report.known), only(now, [...report.known, ...report.brought]));
    return { partnerId, sequenceNumber: '', report, events };
  });
};
