import { batchesOf } from '../kernel/batches.ts';
import type { AuditChange } from '../domain/audit-copy.ts';
import type { Clock, Milliseconds } from '../kernel/time.ts';
import type { RetryPolicy } from '../store/table/commit.ts';
import { auditChange } from './audit-records.ts';
import { failuresOf, tried } from '../reports/tries.ts';

type Relayed = ReturnType<typeof auditChange>;

export interface AuditRelayDeps {
  readonly clock: Clock;
  readonly retryPolicy: RetryPolicy;
  /** Sends changes to the worker that copies them. The same may be sent again. */
  readonly send: (changes: readonly AuditChange[]) => Promise<void>;
  /** Is called with each entry that was modified or removed, which nothing in the service does. */
  readonly onTampered: (change: AuditChange) => void;
  readonly sendToFailedQueue: (record: unknown, error: unknown) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const batchLength = 10;

const readRecords = async (deps: AuditRelayDeps, records: readonly unknown[]): Promise<readonly Relayed[]> => {
  const read: Relayed[] = [];
  for (const raw of records) {
    try {
      read.push(auditChange(raw));
    } catch (error) {
      await deps.sendToFailedQueue(raw, error);
    }
  }
  return read;
};

/**
 * Sends the changes of the audit trail in a batch of the table's stream to the worker that copies them. The journals do not wait for
 * the bucket: docs/adr/0038-copies-of-the-audit-trail.md.
 * @param until when to stop trying
 * @returns sequence numbers of the records that could not be sent; Lambda retries from the first of them
 */
export const relayAudit = async (
  deps: AuditRelayDeps,
  records: readonly unknown[],
  until: Milliseconds,
): Promise<readonly string[]> => {
  const read = await readRecords(deps, records);
  for (const change of read) if (change.change !== 'INSERT') deps.onTampered(change);
  const failed = await failuresOf(
    batchesOf(read, batchLength),
    (batch) => tried(deps, until, () => deps.send(batch)),
    deps.onError,
  );
  return failed.flat().map(({ sequenceNumber }) => sequenceNumber);
};
