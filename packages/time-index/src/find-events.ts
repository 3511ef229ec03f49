import type { DeliveryIndex, IndexScope, Repeat } from './delivery-index.ts';
import type { IndexedEvent } from './event.ts';
import { countedFilter, isAny, isNone, mostFiltered, passes, type EventFilter } from './event-filter.ts';
import type { ListedRange, Slice } from './event-rank.ts';
import { readConsistently } from './read-consistently.ts';
import { readCounted } from './read-counted.ts';
import { readPage, type FoundEvents, type Reading } from './read-page.ts';
import { onceEach } from './state-changes.ts';
import { hourOf } from './time-grid.ts';
import { withWaiting } from './waiting-index.ts';

export interface FindDeps {
  readonly index: DeliveryIndex;
  readonly repeat: Repeat;
}

/** All events of the range are read, so that the total of those that pass is exact. @throws TooManyEvents */
const readEvery = async (
  reading: Reading,
  range: ListedRange,
  filter: EventFilter,
  { skip, take }: Slice,
): Promise<FoundEvents> => {
  const all = await readPage(reading, range, { skip: 0, take: 2 * mostFiltered }, mostFiltered);
  const events = all.events.filter((event) => passes(filter, event));
  return { events: events.slice(skip, skip + take), total: events.length };
};

const readFiltered = async (
  reading: Reading,
  range: ListedRange,
  filter: EventFilter,
  slice: Slice,
): Promise<FoundEvents> => {
  if (isAny(filter)) return readPage(reading, range, slice);
  if (isNone(filter)) return { events: [], total: 0 };
  const counted = countedFilter(filter);
  const found = counted === null ? null : await readCounted(reading, range, counted, slice);
  return found ?? readEvery(reading, range, filter, slice);
};

/**
 * One page of a scope's events that pass the filter, and their exact total. Without a filter, every page takes the same number
 * of round trips.
 * @param waiting events that may not be in the index yet. They were read before this call @throws TooManyEvents
 */
export const findEvents = (
  { index, repeat }: FindDeps,
  scope: IndexScope,
  waiting: readonly IndexedEvent[],
  range: ListedRange,
  slice: Slice,
  filter: EventFilter,
): Promise<FoundEvents> => {
  const hours = { first: hourOf(range.from), last: hourOf(range.to) };
  const byHour = Map.groupBy(onceEach(waiting), (event) => hourOf(event.occurred_at));
  const listed = new Map(Array.from(byHour, ([hour, events]) => [hour, { events, echoes: [] }]));
  return readConsistently(repeat, 'eventual', async (consistency) => {
    const whole = await withWaiting(index, scope, listed, hours, consistency);
    return readFiltered({ index: whole, partition: scope.partition, consistency }, range, filter, slice);
  });
};
