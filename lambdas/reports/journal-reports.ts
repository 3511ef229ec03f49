import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import type { WaitingReport } from '../domain/delivery/waiting-report.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import type { RetryPolicy } from '../store/table/commit.ts';
import type { ForgetReports } from './forgotten-reports.ts';
import { reportRecord, type ReportRecord } from './report-records.ts';
import { failuresOf, tried } from './tries.ts';

export interface JournalDeps {
  readonly clock: Clock;
  readonly retryPolicy: RetryPolicy;
  /** Removes the identifiers of customers that are being erased. */
  readonly forget: ForgetReports;
  /** Stores reports until they are folded. Searches and health show them from then on. */
  readonly journal: (partnerId: string, reports: readonly WaitingReport[]) => Promise<void>;
  /** Stores reports that can't be journalled, until they can be. */
  readonly park: (partnerId: string, reports: readonly ParkedReport[]) => Promise<void>;
  /** Updates the verdicts of instances whose messages have failed. The fold updates them again. */
  readonly watch: (partnerId: string, instanceIds: ReadonlySet<string>) => Promise<void>;
  /** Sends a record that is not a report to the failed queue, so that it does not block the batch. */
  readonly sendToFailedQueue: (record: unknown, error: unknown) => Promise<void>;
  /** Is called with the error when a partner, an instance or a record fails. */
  readonly onError: (error: unknown) => void;
}

/** A record of the stream with its reports. They are null when this version of the code can't read them. */
interface ReadRecord extends Omit<ReportRecord, 'reports'> {
  readonly reports: readonly WaitingReport[] | null;
}

const readRecords = async (deps: JournalDeps, records: readonly unknown[]): Promise<readonly ReadRecord[]> => {
  const read: ReadRecord[] = [];
  for (const raw of records) {
    let record: ReportRecord;
    try {
      record = reportRecord(raw);
    } catch (error) {
      await deps.sendToFailedQueue(raw, error);
      continue;
    }
    try {
      read.push({ ...record, reports: record.reports() });
    } catch (error) {
      deps.onError(error);
      read.push({ ...record, reports: null });
    }
  }
  return read;
};

const byPartner = (records: readonly ReadRecord[]): readonly (readonly [string, readonly ReadRecord[]])[] =>
  Array.from(Map.groupBy(records, ({ partnerId }) => partnerId));

/** Updates the verdicts of instances whose messages have failed. A failure here does not fail the batch. */
const watchInstances = async (
  deps: JournalDeps,
  journalled: readonly (readonly [string, readonly WaitingReport[]])[],
  until: Milliseconds,
): Promise<void> => {
  const watch = async ([partnerId, reports]: readonly [string, readonly WaitingReport[]]): Promise<void> => {
    const worse = reports.filter(({ event }) => event.effect.failed === 1);
    const instances = new Set(worse.map(({ event }) => event.instance_id));
    if (instances.size > 0 && deps.clock() < until) await deps.watch(partnerId, instances);
  };
  await failuresOf(journalled, watch, deps.onError);
};

/**
 * Adds a batch of the table's stream to the partners' journals. When a partner's journal can't be written, the partner's
 * reports are parked, so that they do not block other partners: see docs/adr/0021-parked-reports.md. A record may come
 * again, in another order and in another batch: see docs/adr/0009-delivery-index.md.
 * @param until when to stop trying
 * @returns sequence numbers of the records that could not be parked; Lambda retries from the first of them
 */
export const journalReports = async (
  deps: JournalDeps,
  records: readonly unknown[],
  until: Milliseconds,
): Promise<readonly string[]> => {
  const read = await readRecords(deps, records);
  const journalled: (readonly [string, readonly WaitingReport[]])[] = [];
  const readable = read.filter(({ reports }) => reports !== null);
  const unjournalled = await failuresOf(
    byPartner(readable),
    ([partnerId, own]) =>
      tried(deps, until, async () => {
        const reports = await deps.forget(
          partnerId,
          own.flatMap((record) => record.reports ?? []),
        );
        if (reports.length === 0) return;
        await deps.journal(partnerId, reports);
        journalled.push([partnerId, reports]);
      }),
    deps.onError,
  );
  const left = [...byPartner(read.filter(({ reports }) => reports === null)), ...unjournalled];
  const unparked = await failuresOf(
    left,
    ([partnerId, own]) =>
      deps.park(
        partnerId,
        own.map(({ report }) => report),
      ),
    deps.onError,
  );
  await watchInstances(deps, journalled, until);
  return Array.from(new Set(unparked.flatMap(([, own]) => own.map(({ sequenceNumber }) => sequenceNumber))));
};
