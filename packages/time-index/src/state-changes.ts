import type { IndexedEvent, MessageEffect, MessageState } from './event.ts';
import { emptyTally, plus, tallyFields, type Tally, type TallyField } from './tally.ts';
import { hourOf, type Hour, type Milliseconds } from './time-grid.ts';

/** A change of the numbers of messages by state. It counts at the time that the message belongs to: that of its earliest event. */
interface StateChange {
  readonly at: Milliseconds;
  readonly tally: Tally;
}

const tallyOfState: Readonly<Record<MessageState, Tally>> = {
  sent: { ...emptyTally, messages: 1 },
  delivered: { ...emptyTally, messages: 1, messages_delivered: 1 },
  read: { ...emptyTally, messages: 1, messages_delivered: 1, messages_read: 1 },
  failed: { ...emptyTally, messages: 1, messages_failed: 1 },
  failed_by_recipient: { ...emptyTally, messages: 1, messages_failed: 1, messages_failed_by_recipient: 1 },
};

const difference = ({ first, delivered, read, failed, byRecipient }: MessageEffect): Tally => ({
  ...emptyTally,
  messages: first ? 1 : 0,
  messages_delivered: delivered ? 1 : 0,
  messages_read: read ? 1 : 0,
  messages_failed: failed,
  messages_failed_by_recipient: byRecipient ? failed : 0,
});

/** An event that is earlier than all others of its message moves the message to its own time. */
const stateChanges = ({ occurred_at: at, effect }: IndexedEvent): readonly StateChange[] => {
  const { message } = effect;
  if (message === undefined) return [{ at, tally: difference(effect) }];
  const state = tallyOfState[message.state];
  if (message.kind === 'left') return [{ at, tally: plus(emptyTally, state, -1) }];
  if (message.since <= at) return [{ at: message.since, tally: difference(effect) }];
  return [
    { at: message.since, tally: plus(emptyTally, state, -1) },
    { at, tally: plus(state, difference(effect)) },
  ];
};

const noChange = { first: false, delivered: false, read: false, failed: 0, byRecipient: false } as const;

const echoAt = (event: IndexedEvent, at: Milliseconds, effect: MessageEffect): IndexedEvent => ({
  id: event.id,
  instance_id: event.instance_id,
  customer_id: event.customer_id,
  phone_number_id: '',
  status: event.status,
  message_id: null,
  client_message_id: null,
  request_id: null,
  template_id: null,
  template_name: null,
  campaign_id: null,
  recipient_hash: null,
  recipient_user_id: null,
  user_id: null,
  recipient: null,
  error: null,
  occurred_at: at,
  received_at: event.received_at,
  effect,
});

/**
 * What an event changes in another hour than its own, as an event of that hour without data. It has the event's id, so that it is
 * counted once. No search shows it.
 */
const echoesOf = (event: IndexedEvent): readonly IndexedEvent[] => {
  const { message, ...change } = event.effect;
  if (message?.kind !== 'known' || hourOf(message.since) === hourOf(event.occurred_at)) return [];
  const effect: MessageEffect =
    message.since < event.occurred_at ? change : { ...noChange, message: { kind: 'left', state: message.state } };
  return [echoAt(event, message.since, effect)];
};

/** What counts in one hour: events that occurred in it, and echoes of events of other hours. */
export interface HourEntries {
  readonly events: readonly IndexedEvent[];
  readonly echoes: readonly IndexedEvent[];
}

/** Events may be given repeatedly. */
export const onceEach = (events: readonly IndexedEvent[]): readonly IndexedEvent[] =>
  Array.from(new Map(events.map((event) => [event.id, event])).values());

/** The entries of each hour that the events change, ascending. */
export const entriesByHour = (given: readonly IndexedEvent[]): ReadonlyMap<Hour, HourEntries> => {
  const events = onceEach(given);
  const own = Map.groupBy(events, (event) => hourOf(event.occurred_at));
  const echoed = Map.groupBy(events.flatMap(echoesOf), (echo) => hourOf(echo.occurred_at));
  const hours = Array.from(new Set([...own.keys(), ...echoed.keys()])).sort((left, right) => left - right);
  return new Map(hours.map((hour) => [hour, { events: own.get(hour) ?? [], echoes: echoed.get(hour) ?? [] }]));
};

/** What entries of one hour count there. @param until only what counts before it */
export const tallyOf = ({ events, echoes }: HourEntries, until: Milliseconds = Infinity): Tally => {
  const sum: Record<TallyField, number> = { ...emptyTally };
  for (const { status, occurred_at: at } of events) if (at < until) sum[status] += 1;
  for (const entry of [...events, ...echoes]) {
    for (const { at, tally } of stateChanges(entry)) {
      if (at >= until || hourOf(at) !== hourOf(entry.occurred_at)) continue;
      for (const field of tallyFields) sum[field] += tally[field];
    }
  }
  return sum;
};
