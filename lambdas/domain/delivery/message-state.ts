import type { DeliveryEvent, DeliveryStatus, ErrorCode, MessageEffect } from '@swift-worker/time-index/event.ts';
import { isRecipientCaused } from './recipient-errors.ts';

/** The statuses of a message that were reported so far, each with the error code of its event. */
export type KnownStatuses = ReadonlyMap<DeliveryStatus, ErrorCode>;

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
