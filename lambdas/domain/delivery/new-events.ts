import type { DeliveryStatus, IndexedEvent } from '@swift-worker/time-index/event.ts';
import { effectOf } from './message-state.ts';
import type { ParkedReport } from './parked-report.ts';

/** A message's events by status. */
export type Statuses = ReadonlyMap<DeliveryStatus, IndexedEvent>;

/** An event that a change added, with the statuses that the message had before. */
export interface NewEvent {
  readonly event: IndexedEvent;
  readonly known: readonly DeliveryStatus[];
}

/** The events that a change added, each with its effect on the message. A bulk load may add several at once. */
export const newEvents = (before: Statuses, after: Statuses): readonly NewEvent[] => {
  const known = Array.from(before.values());
  return Array.from(after.values())
    .filter((event) => !before.has(event.status))
    .sort((left, right) => (left.id < right.id ? -1 : 1))
    .map((event) => {
      const existing = known.map(({ status }) => status);
      const effect = effectOf(event, known);
      known.push(event);
      return { event: { ...event, effect }, known: existing };
    });
};

const only = (statuses: Statuses, names: readonly DeliveryStatus[]): Statuses =>
  new Map(Array.from(statuses).filter(([status]) => names.includes(status)));

/** The events that a parked report added, as the message has them now, each with its effect at the time of the report. */
export const parkedEvents = (now: Statuses, { known, brought }: ParkedReport): readonly NewEvent[] =>
  newEvents(only(now, known), only(now, [...known, ...brought]));
