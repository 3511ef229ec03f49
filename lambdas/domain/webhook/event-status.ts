import type { EventRange } from '@swift-worker/time-index/time-grid.ts';
import type { Milliseconds } from '../../kernel/time.ts';

/** The status of an event as its partner sees it. */
export const eventStatuses = ['waiting', 'delivered', 'undelivered'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** @param end how the event ended: an event that was given up is undelivered as well; null while it waits */
export const eventStatusOf = (end: 'delivered' | 'given_up' | 'undelivered' | null): EventStatus => {
  if (end === null) return 'waiting';
  return end === 'delivered' ? 'delivered' : 'undelivered';
};

/** Which events a list shows. */
export interface EventQuery {
  readonly range: EventRange;
  /** Null for all. */
  readonly status: EventStatus | null;
  /** Null for all. */
  readonly type: string | null;
}

/** What a query asks of an event. */
export interface QueriedEvent {
  readonly type: string;
  readonly end: 'delivered' | 'given_up' | 'undelivered' | null;
  readonly createdAt: Milliseconds;
}

export const isQueried = ({ range, status, type }: EventQuery, event: QueriedEvent): boolean =>
  event.createdAt >= range.from &&
  event.createdAt <= range.to &&
  (type === null || event.type === type) &&
  (status === null || eventStatusOf(event.end) === status);
