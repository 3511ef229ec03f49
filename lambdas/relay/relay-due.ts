import type { Clock } from '../kernel/time.ts';
import type { QueuedHint, SendHints } from '../runtime/due-queues.ts';
import { hintOf } from './relay.ts';

export interface RelayDeps {
  readonly send: SendHints;
  readonly clock: Clock;
  /** Sends an unreadable record to the failed queue, so that it does not block the batch. */
  readonly sendToFailedQueue: (record: unknown, error: unknown) => Promise<void>;
  /** Is called with the number of hints that no queue accepted. The sweep finds their work. */
  readonly onUnsent: (count: number, error?: unknown) => void;
}

/** Sends hints of the work that a batch of the stream made due. */
export const relayDue = async (deps: RelayDeps, records: readonly unknown[]): Promise<void> => {
  const now = deps.clock();
  const hints: QueuedHint[] = [];
  for (const record of records) {
    try {
      const hint = hintOf(record, now);
      if (hint !== null) hints.push(hint);
    } catch (error) {
      await deps.sendToFailedQueue(record, error);
    }
  }
  if (hints.length === 0) return;
  try {
    const unsent = await deps.send(hints);
    if (unsent.length > 0) deps.onUnsent(unsent.length);
  } catch (error) {
    // A failing queue must not block the stream, because later records are for other queues as well.
    deps.onUnsent(hints.length, error);
  }
};
