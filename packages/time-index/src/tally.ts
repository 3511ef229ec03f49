import { deliveryStatuses } from './event.ts';

/**
 * Counters that add up over any set of hours: the events that occurred in them by status, and the messages that belong to them by state.
 * A message belongs to the hour of its earliest event.
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
export type TallyField = (typeof tallyFields)[number];
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

export const isSameTally = (left: Tally, right: Tally): boolean =>
  tallyFields.every((field) => left[field] === right[field]);

/** The messages of a tally without its events. */
export const statesIn = (tally: Tally): Tally => ({ ...tally, sent: 0, delivered: 0, read: 0, failed: 0, deleted: 0 });
