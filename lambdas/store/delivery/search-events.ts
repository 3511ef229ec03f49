import {
  anyEvent,
  countedFilter,
  isAny,
  isNone,
  mostFiltered,
  passes,
  type EventFilter,
} from '../../domain/delivery/event-filter.ts';
import { keptRange, type EventRange } from '../../domain/delivery/event-range.ts';
import { hourOf } from '../../domain/delivery/time-grid.ts';
import { sliceOf, type PageRequest } from '../../domain/paging.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { persist, type RetryPolicy } from '../table/commit.ts';
import type { Consistency, DeliveryIndex } from './delivery-index.ts';
import { scopePartition, type DeliveryScope } from './keys.ts';
import { readCounted } from './read-counted.ts';
import { readPage, type FoundEvents, type Reading } from './read-page.ts';
import { withWaiting, type ReadWaiting } from './waiting-index.ts';

export interface ReadDeps {
  readonly index: DeliveryIndex;
  readonly retryPolicy: RetryPolicy;
  readonly waiting: ReadWaiting;
}

/** All events of the range are read, so that the total of those that pass is exact. @throws ServiceError validation_failed */
const readEvery = async (
  reading: Reading,
  range: EventRange,
  filter: EventFilter,
  request: PageRequest,
): Promise<FoundEvents> => {
  const all = await readPage(reading, range, { page: 1, pageSize: 2 * mostFiltered }, mostFiltered);
  const events = all.events.filter((event) => passes(filter, event));
  return { events: sliceOf(request, events), total: events.length };
};

const readFiltered = async (
  reading: Reading,
  range: EventRange,
  filter: EventFilter,
  request: PageRequest,
): Promise<FoundEvents> => {
  if (isAny(filter)) return readPage(reading, range, request);
  if (isNone(filter)) return { events: [], total: 0 };
  const counted = countedFilter(filter);
  const found = counted === null ? null : await readCounted(reading, range, counted, request);
  return found ?? readEvery(reading, range, filter, request);
};

/**
 * One page of a scope's events that pass the filter, and their exact total. Without a filter, every page takes the same number
 * of round trips.
 * @throws ServiceError temporarily_unavailable when the index changed during every try
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
  const partition = scopePartition(scope);
  const hours = { first: hourOf(range.from), last: hourOf(range.to) };
  const reports = await waiting(scope, 'eventual');
  let consistency: Consistency = 'eventual';
  return persist(retryPolicy, async () => {
    const tried = consistency;
    // The first try failed because it read stale data or the index changed. The next one reads consistently.
    consistency = 'strong';
    const whole = await withWaiting(index, scope, reports, hours, tried);
    const reading = { index: whole, partition, consistency: tried };
    return readFiltered(reading, range, filter, request);
  });
};
