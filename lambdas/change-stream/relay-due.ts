import type { Clock } from '../domain/time.ts';
import type { QueuedHint, SendHints } from '../runtime/due-queues.ts';
import { hintOf } from './relay.ts';

export interface RelayDeps {
  readonly send: SendHints;
  readonly clock: Clock;
  /** Takes a record that will never be understood out of the way of its neighbours. */
  readonly setAside: (record: unknown, error: unknown) => Promise<void>;
  /** Hears of hints that no queue took; the sweep finds their work. */
  readonly onUnsent: (count: number, error?: unknown) => void;
}

/** Puts the work that a batch of the stream made due on its queues. */
export const relayDue = async (deps: RelayDeps, records: readonly unknown[]): Promise<void> => {
  const now = deps.clock();
  const hints: QueuedHint[] = [];
  for (const record of records) {
    try {
      const hint = hintOf(record, now);
      if (hint !== null) hints.push(hint);
    } catch (error) {
      await deps.setAside(record, error);
    }
  }
  if (hints.length === 0) return;
  try {
    const unsent = await deps.send(hints);
    if (unsent.length > 0) deps.onUnsent(unsent.length);
  } catch (error) {
    // The stream must not stand still for a queue: what it carries for others comes after these records.
    deps.onUnsent(hints.length, error);
  }
};
