import { hourLength, type EventRange } from '@swift-worker/time-index/time-grid.ts';
import { boundsOf, type GivenBounds } from '../delivery/event-range.ts';
import { timeOfId } from '../size.ts';
import { day, type Milliseconds } from '../../kernel/time.ts';

/** How long an event is listed after its creation. */
export const listedLifetime: Milliseconds = 30 * day;

/** So much of the list is read for a page, up to the end of an hour: 4,096 read units of 8 KB. */
export const mostListedBytes = 32 * 2 ** 20;

/** A clock of another environment may be ahead by less than this. */
const mostAhead: Milliseconds = 60_000;

/** The requested part of the time for which events are listed; all of it without bounds. @throws ServiceError validation_failed */
export const eventWindow = (given: GivenBounds, now: Milliseconds): EventRange => {
  const { from, to } = boundsOf(given);
  const last = now + mostAhead;
  return { from: Math.max(from ?? 0, now - listedLifetime), to: Math.min(to ?? last, last) };
};

/** Whether an event with this id may be listed. It was created at the time of its id, or at most an hour later. */
export const mayBeListed = (eventId: string, now: Milliseconds): boolean => {
  const { from, to } = eventWindow({}, now);
  const at = timeOfId(eventId);
  return at >= from - hourLength && at <= to;
};

export const isListed = ({ createdAt }: { readonly createdAt: Milliseconds }, now: Milliseconds): boolean =>
  createdAt >= eventWindow({}, now).from;
