import type { Event } from '../../../../packages/client/src/schemas.ts';

/** The events that were created on a day. */
export interface EventDay {
  /** The first moment of the day, in the reader's zone. */
  readonly at: Date;
  readonly delivered: number;
  readonly undelivered: number;
  readonly waiting: number;
  /** Half of the delivered events took at most so many milliseconds from their creation; null without one. */
  readonly median: number | null;
}

const dayOf = (at: string): number => {
  const time = new Date(at);
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
};

const medianOf = (values: readonly number[]): number | null =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? null;

const timesOf = (events: readonly Event[]): readonly number[] =>
  events.flatMap(({ created_at: from, delivered_at: to }) => (to === null ? [] : [Date.parse(to) - Date.parse(from)]));

/** What became of events by the days of their creation, the newest first. */
export const eventDays = (events: readonly Event[]): readonly EventDay[] => {
  const byDay = Map.groupBy(events, ({ created_at: at }) => dayOf(at));
  const days = Array.from(byDay, ([at, ofDay]): EventDay => {
    const count = (wanted: Event['status']): number => ofDay.filter(({ status }) => status === wanted).length;
    const counts = { delivered: count('delivered'), undelivered: count('undelivered'), waiting: count('waiting') };
    return { at: new Date(at), ...counts, median: medianOf(timesOf(ofDay)) };
  });
  return days.toSorted((one, other) => other.at.getTime() - one.at.getTime());
};
