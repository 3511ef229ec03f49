import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import { TooManyEvents } from '@swift-worker/time-index/errors.ts';
import { anyEvent, mostFiltered, type EventFilter } from '@swift-worker/time-index/event-filter.ts';
import { findEvents } from '@swift-worker/time-index/find-events.ts';
import type { ListedRange } from '@swift-worker/time-index/event-rank.ts';
import type { IndexedEvent } from '@swift-worker/time-index/event.ts';
import type { FoundEvents } from '@swift-worker/time-index/read-page.ts';
import type { EventRange, Milliseconds } from '@swift-worker/time-index/time-grid.ts';
import { keptRange } from '../../domain/delivery/event-range.ts';
import { firstIndexOf, partOf, timedPlace, timeOfPlace, type ListRequest } from '../../domain/paging.ts';
import { invalid, type ServiceError } from '../../kernel/errors.ts';
import type { RetryPolicy } from '../table/commit.ts';
import { indexScope, type DeliveryScope } from './keys.ts';
import { repeating } from './repeating.ts';
import type { ReadWaiting } from './waiting-reports.ts';

export interface ReadDeps {
  readonly index: DeliveryIndex;
  readonly retryPolicy: RetryPolicy;
  readonly waiting: ReadWaiting;
}

/** The range has more events than a search with a filter reads. */
const tooMany = (): ServiceError =>
  invalid(
    'date_from',
    'maximum',
    `date_from and date_to must include at most ${mostFiltered.toLocaleString('en')} events when status, error_code or message_id is given`,
  );

export interface FoundPart extends FoundEvents {
  /** Of a walk: the place after which the next part begins; null at the end. */
  readonly next: string | null;
}

const placeOf = ({ occurred_at: at, id }: IndexedEvent): string => timedPlace(at, id);

/** The part of the range before the place after which a walk goes on. */
const partBefore = (range: EventRange, after: string | null): ListedRange => {
  if (after === null) return range;
  const before = timeOfPlace(after);
  return before.at > range.to ? range : { from: range.from, to: before.at, before };
};

/**
 * One page of a scope's events that pass the filter, and their exact total, including the reports that wait.
 * @throws ServiceError validation_failed; temporarily_unavailable when the index changed during every try
 */
export const searchEvents = async (
  { index, retryPolicy, waiting }: ReadDeps,
  scope: DeliveryScope,
  asked: EventRange,
  request: ListRequest,
  now: Milliseconds,
  filter: EventFilter = anyEvent,
): Promise<FoundPart> => {
  const kept = keptRange(asked, now);
  const isPage = 'page' in request;
  const range = isPage ? kept : partBefore(kept, request.after);
  const seen = isPage ? 0 : request.seen;
  if (range.to < range.from) return { events: [], total: seen, next: null };
  const deps = { index, repeat: repeating(retryPolicy) };
  const slice = isPage
    ? { skip: firstIndexOf(request), take: request.pageSize }
    : { skip: 0, take: request.pageSize + 1 };
  const reports = await waiting(scope, 'eventual');
  try {
    const { events, total } = await findEvents(deps, indexScope(scope), reports, range, slice, filter);
    const { items, next } = isPage ? { items: events, next: null } : partOf(request, events, placeOf);
    return { events: items, total: seen + total, next };
  } catch (error) {
    throw error instanceof TooManyEvents ? tooMany() : error;
  }
};
