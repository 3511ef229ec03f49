import type { DeliveryStatus } from '@swift-worker/time-index/event.ts';

/**
 * A change of a message that is not in an index yet. It names only the statuses. Their data is read from the message's
 * item, so that an erasure of the customer in the meantime applies.
 */
export interface ParkedReport {
  /** The message's name: its key as one text. */
  readonly message: string;
  /** Statuses that the message had before the change: with them, an event counts as it did for the other indexes. */
  readonly known: readonly DeliveryStatus[];
  /** Statuses that the change added. */
  readonly brought: readonly DeliveryStatus[];
}
