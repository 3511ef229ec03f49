import type { Clock, Milliseconds } from '../../kernel/time.ts';
import { listedLifetime } from '../../domain/webhook/event-window.ts';
import type { RetryPolicy } from '../../store/table/commit.ts';
import { newestRows, type EventRow } from '../../store/webhooks/event-row.ts';
import { eventRecord, type EventRecord } from './event-records.ts';
import { failuresOf, tried } from '../../reports/tries.ts';

export interface EventJournalDeps {
  readonly clock: Clock;
  readonly retryPolicy: RetryPolicy;
  /** Adds states of events to the partner's list. The same rows may be added again. */
  readonly add: (partnerId: string, rows: readonly EventRow[]) => Promise<void>;
  /** Sends a record that can't be read to the failed queue, so that it does not block the batch. */
  readonly sendToFailedQueue: (record: unknown, error: unknown) => Promise<void>;
  /** Is called with the error when the rows of a partner can't be added. */
  readonly onError: (error: unknown) => void;
}

const readRecords = async (deps: EventJournalDeps, records: readonly unknown[]): Promise<readonly EventRecord[]> => {
  const read: EventRecord[] = [];
  for (const raw of records) {
    try {
      read.push(eventRecord(raw));
    } catch (error) {
      await deps.sendToFailedQueue(raw, error);
    }
  }
  return read;
};

/**
 * Adds the changes of events in a batch of the table's stream to the partners' lists of events. Records may come again, in another
 * order and in another batch: see docs/adr/0024-list-of-events.md.
 * @param until when to stop trying
 * @returns sequence numbers of the records that could not be added; Lambda retries from the first of them
 */
export const journalEvents = async (
  deps: EventJournalDeps,
  records: readonly unknown[],
  until: Milliseconds,
): Promise<readonly string[]> => {
  const read = await readRecords(deps, records);
  const since = deps.clock() - listedLifetime;
  // An event that was sent again may be delivered after it is listed; usage counts it.
  const isListed = ({ row }: EventRecord): boolean =>
    row !== null && (row.createdAt >= since || row.firstDelivered !== null);
  const byPartner = Map.groupBy(read.filter(isListed), ({ partnerId }) => partnerId);
  const failed = await failuresOf(
    Array.from(byPartner),
    ([partnerId, own]) =>
      tried(deps, until, () => deps.add(partnerId, newestRows(own.flatMap(({ row }) => row ?? [])))),
    deps.onError,
  );
  return failed.flatMap(([, own]) => own.map(({ sequenceNumber }) => sequenceNumber));
};
