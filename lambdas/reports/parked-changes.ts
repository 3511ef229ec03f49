import { parkedEvents, type Statuses } from '../domain/delivery/new-events.ts';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import type { WaitingReport } from '../domain/delivery/waiting-report.ts';

/** Reads the current statuses of messages, by the partition key of their items. */
export type ReadMessages = (messages: readonly string[]) => Promise<ReadonlyMap<string, Statuses>>;

/**
 * The events of parked reports as they are now, each with its effect at the time of the report. An expired message has no
 * events, because the indexes have none of it either.
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
