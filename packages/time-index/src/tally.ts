import { deliveryStatuses, type IndexedEvent } from './event.ts';

/**
 * Counters that add up over any set of hours: events by status, and changes of messages' states (`messages` with their first
 * report, then those that became delivered, read or failed).
 */
export const tallyFields = [
  'sent',
  'delivered',
  'read',
  'failed',
  'deleted',
  'messages',
  'messages_delivered',
  'messages_read',
  'messages_failed',
  'messages_failed_by_recipient',
] as const;
type TallyField = (typeof tallyFields)[number];
export type Tally = Readonly<Record<TallyField, number>>;

export const emptyTally: Tally = {
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  deleted: 0,
  messages: 0,
  messages_delivered: 0,
  messages_read: 0,
  messages_failed: 0,
  messages_failed_by_recipient: 0,
};

export const tallyOf = (events: readonly IndexedEvent[]): Tally => {
  const tally: Record<TallyField, number> = { ...emptyTally };
  for (const { status, effect } of events) {
    tally[status] += 1;
    if (effect.first) tally.messages += 1;
    if (effect.delivered) tally.messages_delivered += 1;
    if (effect.read) tally.messages_read += 1;
    tally.messages_failed += effect.failed;
    if (effect.byRecipient) tally.messages_failed_by_recipient += effect.failed;
  }
  return tally;
};

/** @param sign -1 subtracts */
export const plus = (left: Tally, right: Tally, sign: 1 | -1 = 1): Tally => {
  const sum: Record<TallyField, number> = { ...left };
  for (const field of tallyFields) sum[field] += sign * right[field];
  return sum;
};

export const sumOf = (tallies: Iterable<Tally>): Tally => {
  let sum = emptyTally;
  for (const tally of tallies) sum = plus(sum, tally);
  return sum;
};

/** The events that a tally counts, of any status. */
export const eventsIn = (tally: Tally): number => deliveryStatuses.reduce((sum, status) => sum + tally[status], 0);
