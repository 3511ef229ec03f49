import { setTimeout as wait } from 'node:timers/promises';
import { InvocationRefused, type Invocation, type LocalFunction } from '../lambda/function.ts';
import { failedItems } from './batch-response.ts';
import type { MappingConfiguration } from './configuration.ts';
import type { StreamRecord } from './stream.ts';

type DiscardReason = 'RetryAttemptsExhausted' | 'EventAgeExceeded';

/** Records that were given up. */
export interface Discarded {
  readonly records: readonly StreamRecord[];
  readonly reason: DiscardReason;
  readonly attempts: number;
  readonly last: Invocation | undefined;
}

export interface BatchDelivery {
  readonly mapping: MappingConfiguration;
  /** Is called after each batch. */
  readonly tried?: (failed: boolean) => void;
  readonly lambda: LocalFunction;
  readonly now: () => number;
  /** Is called with the processed records, in order. */
  readonly handled: (records: readonly StreamRecord[]) => void;
  readonly discard: (discarded: Discarded) => Promise<void>;
  readonly signal: AbortSignal;
}

/** Short, so that a record that fails a few times delays its shard by less than a second. */
const backoffMilliseconds = (failures: number): number => Math.min(10 * 2 ** failures, 1000);

type Verdict = { readonly kind: 'failed' | 'refused' } | { readonly kind: 'done'; readonly upTo: number };

const invoke = async (
  { lambda, mapping, now }: BatchDelivery,
  batch: readonly StreamRecord[],
): Promise<{ verdict: Verdict; invocation: Invocation | undefined }> => {
  // Of the last record: https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  const age = Math.max(0, now() - (batch.at(-1)?.createdAt ?? now()));
  try {
    const invocation = await lambda.invoke(JSON.stringify({ Records: batch.map(({ event }) => event) }), age);
    if (invocation.functionError !== undefined) return { verdict: { kind: 'failed' }, invocation };
    if (!mapping.reportsItemFailures) return { verdict: { kind: 'done', upTo: batch.length }, invocation };
    const failed = failedItems(invocation.payload, new Set(batch.map(({ sequenceNumber }) => sequenceNumber)));
    if (failed === 'all') return { verdict: { kind: 'failed' }, invocation };
    const lowest = batch.findIndex(({ sequenceNumber }) => failed.has(sequenceNumber));
    return { verdict: { kind: 'done', upTo: lowest === -1 ? batch.length : lowest }, invocation };
  } catch (error) {
    if (error instanceof InvocationRefused) return { verdict: { kind: 'refused' }, invocation: undefined };
    throw error;
  }
};

const discardExpired = async (delivery: BatchDelivery, batch: readonly StreamRecord[]): Promise<number> => {
  const { maximumRecordAgeMilliseconds = Infinity } = delivery.mapping;
  const oldest = delivery.now() - maximumRecordAgeMilliseconds;
  const young = batch.findIndex(({ createdAt }) => createdAt >= oldest);
  const expired = young === -1 ? batch : batch.slice(0, young);
  if (expired.length > 0) {
    await delivery.discard({ records: expired, reason: 'EventAgeExceeded', attempts: 0, last: undefined });
    delivery.handled(expired);
  }
  return expired.length;
};

/**
 * Invokes the function with a batch until each record is processed, or given up by the mapping's limits. Bisecting a batch
 * does not count as an attempt. After a report of failed items, the batch starts at the first of them.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 * @returns false when it was stopped before the end
 */
export const deliverBatch = async (
  delivery: BatchDelivery,
  records: readonly StreamRecord[],
  attemptsBefore = 0,
): Promise<boolean> => {
  const { mapping, signal } = delivery;
  let batch = records;
  let attempts = attemptsBefore;
  for (let failures = 0; !signal.aborted; failures += 1) {
    batch = batch.slice(await discardExpired(delivery, batch));
    if (batch.length === 0) return true;
    const { verdict, invocation } = await invoke(delivery, batch);
    delivery.tried?.(verdict.kind !== 'done' || verdict.upTo < batch.length);
    if (verdict.kind === 'done') {
      delivery.handled(batch.slice(0, verdict.upTo));
      batch = batch.slice(verdict.upTo);
      if (batch.length === 0) return true;
      attempts = verdict.upTo > 0 ? 1 : attempts + 1;
    }
    if (verdict.kind === 'failed') {
      if (mapping.bisectsOnError && batch.length > 1) {
        const middle = Math.ceil(batch.length / 2);
        return (
          (await deliverBatch(delivery, batch.slice(0, middle), attempts)) &&
          (await deliverBatch(delivery, batch.slice(middle), attempts))
        );
      }
      attempts += 1;
    }
    if (attempts > (mapping.maximumRetryAttempts ?? Infinity)) {
      await delivery.discard({ records: batch, reason: 'RetryAttemptsExhausted', attempts, last: invocation });
      delivery.handled(batch);
      delivery.tried?.(false);
      return true;
    }
    await wait(backoffMilliseconds(failures), undefined, { signal }).catch(() => undefined);
  }
  return false;
};
