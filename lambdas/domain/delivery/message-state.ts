import type { DeliveryEvent, MessageEffect, MessageState } from '@swift-worker/time-index/event.ts';
import { isRecipientCaused } from './recipient-errors.ts';

const stateOf = (events: readonly DeliveryEvent[]): MessageState => {
  if (events.some(({ status }) => status === 'read')) return 'read';
  if (events.some(({ status }) => status === 'delivered')) return 'delivered';
  const failed = events.find(({ status }) => status === 'failed');
  if (failed === undefined) return 'sent';
  return isRecipientCaused(failed.error?.code ?? null) ? 'failed_by_recipient' : 'failed';
};

const isReached = (state: MessageState): boolean => state === 'delivered' || state === 'read';
const isFailed = (state: MessageState): boolean => state === 'failed' || state === 'failed_by_recipient';

const failureOf = (before: MessageState, after: MessageState): Pick<MessageEffect, 'failed' | 'byRecipient'> => {
  if (isFailed(before) === isFailed(after)) return { failed: 0, byRecipient: false };
  const failed = isFailed(after) ? 1 : -1;
  return { failed, byRecipient: (failed === 1 ? after : before) === 'failed_by_recipient' };
};

/**
 * A message counts for the line and the customer that its reports are of. After the line moved to another customer, further reports of the
 * message count as a message of that customer.
 * @param all events of the message before this one
 */
export const effectOf = (event: DeliveryEvent, all: readonly DeliveryEvent[]): MessageEffect => {
  const known = all.filter(
    ({ instance_id, customer_id }) => instance_id === event.instance_id && customer_id === event.customer_id,
  );
  const [before, after] = [stateOf(known), stateOf([...known, event])];
  const since = Math.min(...known.map(({ occurred_at: at }) => at));
  const changes = before !== after || since > event.occurred_at;
  return {
    first: known.length === 0,
    delivered: isReached(after) && !isReached(before),
    read: after === 'read' && before !== 'read',
    ...failureOf(before, after),
    ...(known.length > 0 &&
      changes &&
      since !== event.occurred_at && { message: { kind: 'known', since, state: before } }),
  };
};
