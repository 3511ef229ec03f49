import type { DeliveryIndex, IndexItem, SegmentWrite } from '@swift-worker/time-index/delivery-index.ts';
import type { ErrorCount } from '@swift-worker/time-index/error-tally.ts';
import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { nodeTtl } from '@swift-worker/time-index/node-ttl.ts';
import { packDay, packOctave, unpackDay, unpackOctave } from '@swift-worker/time-index/rollup-codec.ts';
import type { Bucket, DayRollup, OctaveRollup } from '@swift-worker/time-index/rollup.ts';
import { repackedSegment, unpackSegment } from '@swift-worker/time-index/segment.ts';
import { sortKeys, sortRanges, type SortRange } from '@swift-worker/time-index/sort-keys.ts';
import { dayOfHour, hourLength, octaveOfHour, startOfHour, type Hour } from '@swift-worker/time-index/time-grid.ts';
import { scrubbedEvent } from '../../domain/delivery/scrubbed-event.ts';
import type { RetryPolicy } from '../table/commit.ts';
import { scopePartition, type DeliveryScope } from './keys.ts';
import { repeating } from './repeating.ts';

export interface ScrubDeps {
  readonly index: DeliveryIndex;
  readonly retryPolicy: RetryPolicy;
}

/** Whether the event holds no identifiers. */
export const isScrubbed = (event: DeliveryEvent): boolean =>
  JSON.stringify(scrubbedEvent(event)) === JSON.stringify(event);

const untitled = <B extends Bucket>(bucket: B, ids: ReadonlySet<string>): B => {
  const clear = (error: ErrorCount): ErrorCount =>
    ids.has(error.titleFrom) ? { ...error, title: null, titleFrom: '' } : error;
  return { ...bucket, errors: new Map(Array.from(bucket.errors, ([key, error]) => [key, clear(error)])) };
};

const mapValues = <K, V>(map: ReadonlyMap<K, V>, change: (value: V) => V): ReadonlyMap<K, V> =>
  new Map(Array.from(map, ([key, value]) => [key, change(value)]));

/** Erases the error titles that rollups have from the customer's events. */
const forgetTitles = async (
  { index, retryPolicy }: ScrubDeps,
  partition: string,
  hour: Hour,
  ids: ReadonlySet<string>,
): Promise<void> => {
  const [day, octave] = [dayOfHour(hour), octaveOfHour(hour)];
  const untitledDay = (rollup: DayRollup): DayRollup => ({
    ...rollup,
    hours: mapValues(rollup.hours, (bucket) => untitled(bucket, ids)),
  });
  const untitledOctave = (rollup: OctaveRollup): OctaveRollup => ({
    ...rollup,
    days: mapValues(rollup.days, (bucket) => untitled(bucket, ids)),
  });
  await repeating(retryPolicy)(async () => {
    const nodes = await index.get(partition, [sortKeys.day(day), sortKeys.octave(octave)], 'strong');
    const repacked = (item: IndexItem): Uint8Array =>
      item.sk === sortKeys.day(day)
        ? packDay(day, untitledDay(unpackDay(day, item.body)))
        : packOctave(octave, untitledOctave(unpackOctave(octave, item.body)));
    const expires = (sk: string): number => (sk === sortKeys.day(day) ? nodeTtl.day(day) : nodeTtl.octave(octave));
    const changed = Array.from(nodes.values())
      .map((item) => ({ ...item, body: repacked(item), ttl: expires(item.sk) }))
      .filter(({ sk, body }) => Buffer.compare(body, nodes.get(sk)?.body ?? body) !== 0);
    if (changed.length > 0) await index.commit(partition, changed);
  });
};

/** About how many events are read at once. An hour of a large partner has millions. */
const eventsAtOnce = 20_000;

/** The ranges of segments of an hour, each small enough to be read at once. */
const slicesOf = async (index: DeliveryIndex, partition: string, hour: Hour): Promise<readonly SortRange[]> => {
  const octave = octaveOfHour(hour);
  const sk = sortKeys.octave(octave);
  const body = (await index.get(partition, [sk], 'strong')).get(sk)?.body;
  const counted =
    body === undefined ? 0 : (unpackOctave(octave, body).days.get(dayOfHour(hour))?.events.get(hour) ?? 0);
  const slices = Math.ceil(counted / eventsAtOnce);
  if (slices <= 1) return [sortRanges.hours(hour, hour, 'events')];
  const start = startOfHour(hour);
  const at = (slice: number): number => start + Math.floor((slice * hourLength) / slices);
  return Array.from({ length: slices }, (_, slice) =>
    sortRanges.blocks({ at: at(slice), id: '' }, { at: at(slice + 1) - 1, id: '~' }, 'events'),
  );
};

const scrubSlice = async (
  deps: ScrubDeps,
  partition: string,
  customerId: string,
  hour: Hour,
  slice: SortRange,
): Promise<readonly DeliveryEvent[]> => {
  const items = await deps.index.range(partition, slice, 'strong');
  const isDue = (event: DeliveryEvent): boolean => event.customer_id === customerId && !isScrubbed(event);
  const found: DeliveryEvent[] = [];
  const segments: SegmentWrite[] = [];
  for (const item of items.filter(({ version }) => version === 0)) {
    const events = unpackSegment(item.body);
    const due = events.filter(isDue);
    if (due.length === 0) continue;
    const body = repackedSegment(events.map((event) => (isDue(event) ? scrubbedEvent(event) : event)));
    segments.push({ sk: item.sk, body, ttl: nodeTtl.hour(hour) });
    found.push(...due);
  }
  // Titles are erased first: after a crash, the next pass finds them by the events that still have identifiers.
  const titled = found.filter(({ error }) => error !== null && error.title !== null);
  if (titled.length > 0) await forgetTitles(deps, partition, hour, new Set(titled.map(({ id }) => id)));
  if (segments.length > 0) await deps.index.putSegments(partition, segments);
  return found;
};

/**
 * Erases a customer's identifiers from one hour of a scope. Events keep their positions and counts. Segments that no list
 * names are scrubbed as well. A pass may miss events that are folded at the same time, so it is repeated until it finds none.
 * @returns how many of the customer's events still had identifiers
 */
export const scrubHour = async (
  deps: ScrubDeps,
  scope: DeliveryScope,
  customerId: string,
  hour: Hour,
): Promise<number> => {
  const partition = scopePartition(scope);
  let found = 0;
  for (const slice of await slicesOf(deps.index, partition, hour)) {
    found += (await scrubSlice(deps, partition, customerId, hour, slice)).length;
  }
  return found;
};
