import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import { TooManyEvents } from '@swift-worker/time-index/errors.ts';
import { anyEvent, mostFiltered, type EventFilter } from '@swift-worker/time-index/event-filter.ts';
import { findEvents } from '@swift-worker/time-index/find-events.ts';
import type { FoundEvents } from '@swift-worker/time-index/read-page.ts';
import type { EventRange, Milliseconds } from '@swift-worker/time-index/time-grid.ts';
import { keptRange } from '../../domain/delivery/event-range.ts';
import { firstIndexOf, type PageRequest } from '../../domain/paging.ts';
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

/**
 * One page of a scope's events that pass the filter, and their exact total, including the reports that wait.
 * @throws ServiceError validation_failed; temporarily_unavailable when the index changed during every try
 */
export const searchEvents = async (
  { index, retryPolicy, waiting }: ReadDeps,
  scope: DeliveryScope,
  asked: EventRange,
  request: PageRequest,
  now: Milliseconds,
  filter: EventFilter = anyEvent,
): Promise<FoundEvents> => {
  const range = keptRange(asked, now);
  if (range.to < range.from) return { events: [], total: 0 };
  const deps = { index, repeat: repeating(retryPolicy) };
  const slice = { skip: firstIndexOf(request), take: request.pageSize };
  const reports = await waiting(scope, 'eventual');
  try {
    return await findEvents(deps, indexScope(scope), reports, range, slice, filter);
  } catch (error) {
    throw error instanceof TooManyEvents ? tooMany() : error;
  }
};
