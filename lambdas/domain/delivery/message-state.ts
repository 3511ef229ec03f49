import type { DeliveryEvent, DeliveryStatus, ErrorCode } from './event.ts';
import { isRecipientCaused } from './recipient-errors.ts';

/** The statuses of a message that were reported so far, each with the error code of its event. */
export type KnownStatuses = ReadonlyMap<DeliveryStatus, ErrorCode>;

/** How an event changed the state of its message. States ascend from sent to delivered to read. `failed` does not undo a delivery. */
export interface MessageEffect {
  /** The event is the first of the message. */
  readonly first: boolean;
  /** The message counts as delivered from now on. */
  readonly delivered: boolean;
  readonly read: boolean;
  /** +1: the message counts as failed from now on. -1: it counted as failed, and was delivered. */
  readonly failed: -1 | 0 | 1;
  /** Whether the recipient caused that failure. */
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

/** @param known the statuses before the event, without the event's own */
export const effectOf = (event: DeliveryEvent, known: KnownStatuses): MessageEffect => ({
  first: known.size === 0,
  delivered: (event.status === 'delivered' || event.status === 'read') && !reached(known),
  read: event.status === 'read',
  ...failure(event, known),
});

/** An event in the index, with its effect on its message, so that the counts can be computed from the events. */
export interface IndexedEvent extends DeliveryEvent {
  readonly effect: MessageEffect;
}
