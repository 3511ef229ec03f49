import type { ErrorCount } from '../../domain/delivery/error-tally.ts';
import type { DeliveryEvent } from '../../domain/delivery/event.ts';
import type { Bucket, DayRollup, OctaveRollup } from '../../domain/delivery/rollup.ts';
import { scrubbedEvent } from '../../domain/delivery/scrubbed-event.ts';
import { dayOfHour, octaveOfHour, type Hour } from '../../domain/delivery/time-grid.ts';
import { persist, type Patience } from '../commit.ts';
import type { DeliveryIndex, IndexItem } from './delivery-index.ts';
import { scopePartition, sortKeys, sortRanges, type DeliveryScope } from './keys.ts';
import { nodeTtl } from './node-ttl.ts';
import { packDay, packOctave, unpackDay, unpackOctave } from './rollup-codec.ts';
import { repackedSegment, unpackSegment } from './segment.ts';

export interface ScrubDeps {
  readonly index: DeliveryIndex;
  readonly patience: Patience;
}

/** Whether nothing of the event could lead to a person. */
export const isScrubbed = (event: DeliveryEvent): boolean =>
  JSON.stringify(scrubbedEvent(event)) === JSON.stringify(event);

const untitled = <B extends Bucket>(bucket: B, ids: ReadonlySet<string>): B => {
  const clear = (error: ErrorCount): ErrorCount =>
    ids.has(error.titleFrom) ? { ...error, title: null, titleFrom: '' } : error;
  return { ...bucket, errors: new Map(Array.from(bucket.errors, ([key, error]) => [key, clear(error)])) };
};

const mapValues = <K, V>(map: ReadonlyMap<K, V>, change: (value: V) => V): ReadonlyMap<K, V> =>
  new Map(Array.from(map, ([key, value]) => [key, change(value)]));

/** Titles that rollups took from the customer's failures. */
const forgetTitles = async (
  { index, patience }: ScrubDeps,
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
  await persist(patience, async () => {
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

/**
 * Erases a customer's identifiers from one hour of a scope: everything keeps its place and counts as before.
 * A pass may miss what is being folded at the same time: repeat it until it finds nothing. Also what crashed writers left beside the listed segments.
 * @returns the customer's events that still had something to scrub, as they were
 */
export const scrubHour = async (
  deps: ScrubDeps,
  scope: DeliveryScope,
  customerId: string,
  hour: Hour,
): Promise<readonly DeliveryEvent[]> => {
  const partition = scopePartition(scope);
  const items = await deps.index.range(partition, sortRanges.hours(hour, hour), 'strong');
  const isDue = (event: DeliveryEvent): boolean => event.customer_id === customerId && !isScrubbed(event);
  const found: DeliveryEvent[] = [];
  for (const item of items.filter(({ version }) => version === 0)) {
    const events = unpackSegment(item.body);
    const due = events.filter(isDue);
    if (due.length === 0) continue;
    const body = repackedSegment(events.map((event) => (isDue(event) ? scrubbedEvent(event) : event)));
    await deps.index.putSegments(partition, [{ sk: item.sk, body, ttl: nodeTtl.hour(hour) }]);
    found.push(...due);
  }
  const titled = found.filter(({ error }) => error !== null && error.title !== null);
  if (titled.length > 0) await forgetTitles(deps, partition, hour, new Set(titled.map(({ id }) => id)));
  return found;
};
