import { parkedEvents, type Statuses } from '../domain/delivery/new-events.ts';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import type { WaitingReport } from '../domain/delivery/waiting-report.ts';

/** Messages' statuses as their items have them now, by partition key. */
export type ReadMessages = (messages: readonly string[]) => Promise<ReadonlyMap<string, Statuses>>;

/**
 * What the parked reports changed: the events as they are now, each with what it did to its message as it stood then.
 * A message that has expired has no event in any index any more.
 */
export const changesOf = async (
  read: ReadMessages,
  reports: readonly ParkedReport[],
): Promise<readonly WaitingReport[]> => {
  const messages = await read(reports.map(({ message }) => message));
  return reports.flatMap((report) =>
    parkedEvents(messages.get(report.message) ?? new Map<never, never>(), report).map((found) => ({
      ...found,
      message: report.message,
    })),
  );
};
