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

/** A queue that refuses its hints blocks neither the stream nor the other queues. */
const sendToQueue = async ({ send, onUnsent }: RelayDeps, hints: readonly QueuedHint[]): Promise<void> => {
  try {
    const unsent = await send(hints);
    if (unsent.length > 0) onUnsent(unsent.length);
  } catch (error) {
    onUnsent(hints.length, error);
  }
};

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
  const byQueue = Map.groupBy(hints, ({ queue }) => queue);
  await Promise.all(Array.from(byQueue.values(), (ofQueue) => sendToQueue(deps, ofQueue)));
};
