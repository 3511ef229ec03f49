import { ServiceError, temporarilyUnavailable } from '../domain/errors.ts';
import type { ParkedReport } from '../domain/delivery/parked-report.ts';
import type { Clock, Milliseconds } from '../domain/time.ts';
import type { DeliveryScope } from '../store/delivery/keys.ts';
import type { ForgetReports } from './forgotten-reports.ts';
import { reportRecord, type ReportedChange, type ReportRecord } from './report-records.ts';
import { foldWork, workOf, type FoldScopesDeps } from './scope-work.ts';

export interface FoldReportsDeps extends FoldScopesDeps {
  readonly clock: Clock;
  /** Takes away what must not be kept. */
  readonly forget: ForgetReports;
  /** Keeps reports for a scope's index, null: for all of theirs, until it takes them. */
  readonly park: (partnerId: string, scope: DeliveryScope | null, reports: readonly ParkedReport[]) => Promise<void>;
  /** Takes a record that is no report out of the way of its neighbours. */
  readonly setAside: (record: unknown, error: unknown) => Promise<void>;
  /** Hears why a scope, a partner or a record failed. */
  readonly onError: (error: unknown) => void;
}

/** Reports that could not be brought to a scope's index, or, null, to any. */
interface Unfolded {
  readonly partnerId: string;
  readonly scope: DeliveryScope | null;
  readonly records: readonly Pick<ReportRecord, 'report' | 'sequenceNumber'>[];
}

/** Tasks of one batch that run at the same time. */
const concurrency = 8;
const mostTries = 3;
const firstPause: Milliseconds = 100;

/** Runs all tasks, a few at a time, and collects those that failed. */
const failuresOf = async <T>(
  tasks: readonly T[],
  run: (task: T) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<readonly T[]> => {
  const failed: T[] = [];
  const waiting = tasks.values();
  const worker = async (): Promise<void> => {
    for (const task of waiting) {
      try {
        await run(task);
      } catch (error) {
        onError(error);
        failed.push(task);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return failed;
};

/** Tries a few times while there is time. What the store gives up on, it has tried often enough. */
const tried = async (deps: FoldReportsDeps, until: Milliseconds, act: () => Promise<void>): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    if (deps.clock() >= until) throw temporarilyUnavailable('there is no time left in this invocation');
    try {
      await act();
      return;
    } catch (error) {
      if (tries === mostTries || error instanceof ServiceError) throw error;
    }
    await deps.retryPolicy.sleep(firstPause * 2 ** tries * (0.5 + deps.retryPolicy.random()));
  }
};

/** The reports of a batch, and those whose events can't be read: a version of the code that can reads them later. */
const readRecords = async (
  deps: FoldReportsDeps,
  records: readonly unknown[],
): Promise<{ readonly changes: readonly ReportedChange[]; readonly unread: readonly ReportRecord[] }> => {
  const changes: ReportedChange[] = [];
  const unread: ReportRecord[] = [];
  for (const raw of records) {
    let record: ReportRecord;
    try {
      record = reportRecord(raw);
    } catch (error) {
      await deps.setAside(raw, error);
      continue;
    }
    try {
      changes.push({ ...record, events: record.events() });
    } catch (error) {
      deps.onError(error);
      unread.push(record);
    }
  }
  return { changes, unread };
};

/**
 * Brings a batch of the table's stream into the partners', customers' and instances' indexes. What fails again and again
 * is parked, so that it holds up nothing else: see docs/adr/0021-parked-reports.md. Any record may come again, in any
 * order: see docs/adr/0009-delivery-index.md.
 * @param until when to stop trying
 * @returns sequence numbers of the records that could not even be parked; Lambda goes back to the first of them
 */
export const foldReports = async (
  deps: FoldReportsDeps,
  records: readonly unknown[],
  until: Milliseconds,
): Promise<readonly string[]> => {
  const { changes, unread } = await readRecords(deps, records);
  const kept: ReportedChange[] = [];
  const byPartner = Array.from(Map.groupBy(changes, ({ partnerId }) => partnerId));
  const unforgotten = await failuresOf(
    byPartner,
    ([partnerId, own]) =>
      tried(deps, until, async () => {
        kept.push(...(await deps.forget(partnerId, own)));
      }),
    deps.onError,
  );
  const unfolded = await failuresOf(
    workOf(kept),
    (work) => tried(deps, until, () => foldWork(deps, work)),
    deps.onError,
  );
  const left: readonly Unfolded[] = [
    ...Array.from(
      Map.groupBy(unread, ({ partnerId }) => partnerId),
      ([partnerId, own]) => ({ partnerId, scope: null, records: own }),
    ),
    ...unforgotten.map(([partnerId, own]) => ({ partnerId, scope: null, records: own })),
    ...unfolded.map(({ scope, changes: from }) => ({ partnerId: scope.partnerId, scope, records: from })),
  ];
  const unparked = await failuresOf(
    left,
    ({ partnerId, scope, records: from }) =>
      deps.park(
        partnerId,
        scope,
        from.map(({ report }) => report),
      ),
    deps.onError,
  );
  return Array.from(new Set(unparked.flatMap(({ records: from }) => from.map(({ sequenceNumber }) => sequenceNumber))));
};
