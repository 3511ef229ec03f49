import type { IndexedEvent } from '../domain/delivery/message-state.ts';
import { foldScope, type FoldDeps } from '../store/delivery/fold-scope.ts';
import type { DeliveryScope } from '../store/delivery/keys.ts';
import type { ForgetReports } from './forgotten-reports.ts';
import { reportedChange, type ReportedChange } from './report-records.ts';

export interface FoldReportsDeps extends FoldDeps {
  /** Looks at a line after messages of it have failed. */
  readonly watch: (partnerId: string, instanceId: string) => Promise<void>;
  /** Takes away what must not be kept. */
  readonly forget: ForgetReports;
  /** Hears why a scope or a record failed; the record comes again. */
  readonly onError: (error: unknown) => void;
}

interface ScopeWork {
  readonly scope: DeliveryScope;
  readonly events: readonly IndexedEvent[];
  readonly changes: readonly ReportedChange[];
}

/** Scopes of one batch that are folded at the same time. */
const concurrency = 8;

const workOf = (changes: readonly ReportedChange[]): readonly ScopeWork[] => {
  const work = new Map<string, { scope: DeliveryScope; events: IndexedEvent[]; changes: Set<ReportedChange> }>();
  const add = (scope: DeliveryScope, name: string, event: IndexedEvent, change: ReportedChange): void => {
    const standing = work.get(name) ?? { scope, events: [], changes: new Set() };
    standing.events.push(event);
    standing.changes.add(change);
    work.set(name, standing);
  };
  for (const change of changes) {
    const { partnerId } = change;
    for (const event of change.events) {
      const { customer_id: customerId, instance_id: instanceId } = event;
      add({ kind: 'partner', partnerId }, partnerId, event, change);
      add({ kind: 'customer', partnerId, customerId }, `${partnerId} c ${customerId}`, event, change);
      add({ kind: 'instance', partnerId, instanceId }, `${partnerId} i ${instanceId}`, event, change);
    }
  }
  return Array.from(work.values(), ({ changes: from, ...rest }) => ({ ...rest, changes: Array.from(from) }));
};

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

const fold = async (deps: FoldReportsDeps, { scope, events }: ScopeWork): Promise<void> => {
  await foldScope(deps, scope, events);
  const isWorse = events.some(({ effect }) => effect.failed === 1);
  if (scope.kind === 'instance' && isWorse) await deps.watch(scope.partnerId, scope.instanceId);
};

const sequenceNumberOf = (record: unknown): string => {
  if (typeof record !== 'object' || record === null || !('dynamodb' in record)) return '';
  const { dynamodb } = record;
  const number =
    typeof dynamodb === 'object' && dynamodb !== null && 'SequenceNumber' in dynamodb ? dynamodb.SequenceNumber : '';
  return typeof number === 'string' ? number : '';
};

/**
 * Brings a batch of the table's stream into the partners', customers' and instances' indexes.
 * One partner's trouble does not hold up the others. Any record may come again, in any order:
 * see docs/adr/0009-delivery-index.md.
 * @returns sequence numbers of the records that have to come again; Lambda goes back to the first of them
 */
export const foldReports = async (deps: FoldReportsDeps, records: readonly unknown[]): Promise<readonly string[]> => {
  const failed = new Set<string>();
  const changes = records.flatMap((record) => {
    try {
      return [reportedChange(record)];
    } catch (error) {
      deps.onError(error);
      failed.add(sequenceNumberOf(record));
      return [];
    }
  });
  const work = workOf(await deps.forget(changes));
  for (const task of await failuresOf(work, (task) => fold(deps, task), deps.onError)) {
    for (const change of task.changes) failed.add(change.sequenceNumber);
  }
  return records.map(sequenceNumberOf).filter((number) => failed.has(number));
};
