import type { DeliveryStatus } from './event.ts';

/**
 * A change of a message that an index has yet to take in. It names statuses and says nothing of them: they are read from
 * the message's own item, so that a customer who is erased meanwhile is erased here as well.
 */
export interface ParkedReport {
  /** The message's name: its key as one text. */
  readonly message: string;
  /** Statuses that the message had before the change: with them, an event counts as it did for the other indexes. */
  readonly known: readonly DeliveryStatus[];
  /** Statuses that the change brought. */
  readonly brought: readonly DeliveryStatus[];
}
