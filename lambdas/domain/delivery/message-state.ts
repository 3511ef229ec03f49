import type { DeliveryEvent, DeliveryStatus, ErrorCode } from './event.ts';
import { isRecipientCaused } from './recipient-errors.ts';

/** What is known of a message: each status reported so far, with the error code of its event. */
export type KnownStatuses = ReadonlyMap<DeliveryStatus, ErrorCode>;

/** How one event moved its message's state, the highest of sent < delivered < read; `failed` never erases a delivery. */
export interface MessageEffect {
  /** The message was not known before. */
  readonly first: boolean;
  /** It counts as delivered from now on. */
  readonly delivered: boolean;
  readonly read: boolean;
  /** +1: it counts as failed from now on; -1: it did, and turned out to be delivered. */
  readonly failed: -1 | 0 | 1;
  /** Whether that failure lies with the recipient. */
  readonly byRecipient: boolean;
}

const reached = (known: KnownStatuses): boolean => known.has('delivered') || known.has('read');

const failure = (event: DeliveryEvent, known: KnownStatuses): Pick<MessageEffect, 'failed' | 'byRecipient'> => {
  const none = { failed: 0, byRecipient: false } as const;
  if (reached(known)) return none;
  switch (event.status) {
    case 'failed':
      return { failed: 1, byRecipient: isRecipientCaused(event.error?.code ?? null) };
    case 'delivered':
    case 'read':
      return known.has('failed') ? { failed: -1, byRecipient: isRecipientCaused(known.get('failed') ?? null) } : none;
    case 'sent':
    case 'deleted':
      return none;
  }
};

/** @param known what stood before the event; the event's own status is not in it */
export const effectOf = (event: DeliveryEvent, known: KnownStatuses): MessageEffect => ({
  first: known.size === 0,
  delivered: (event.status === 'delivered' || event.status === 'read') && !reached(known),
  read: event.status === 'read',
  ...failure(event, known),
});

/** An event as the index keeps it: with what it did to its message, so that counts can be made again from events alone. */
export interface IndexedEvent extends DeliveryEvent {
  readonly effect: MessageEffect;
}
