import { coarseLength, type IdRange } from './directory.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';

/**
 * The size of a partner, which decides over how many partitions its records are spread. A record's partition depends on
 * the size in force at the time of its id, so raising the size moves no record.
 */
export const sizeNames = ['standard', 'large'] as const;
export type SizeName = (typeof sizeNames)[number];

/** A size, and the time from which it is in force, which is the beginning of a coarse span. */
interface SizeSince {
  readonly since: string;
  readonly size: SizeName;
}

/** A partner's sizes in the order of time; `standard` before the first. */
export type Sizes = readonly SizeSince[];

export const sizeAt = (sizes: Sizes, at: Milliseconds): SizeName => {
  const time = isoOf(at);
  return sizes.findLast(({ since }) => since <= time)?.size ?? 'standard';
};

/** The time of a UUIDv7. https://www.rfc-editor.org/rfc/rfc9562#section-5.7 */
export const timeOfId = (id: string): Milliseconds => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const coarseSpan: Milliseconds = 2 ** (4 * (12 - coarseLength));

/** Longer than a partner is cached anywhere, so that all environments know the size at `since`. */
export const announcedAhead: Milliseconds = 120_000;

/** The beginning of the first coarse span that is after this delay. */
export const nextSince = (now: Milliseconds): string =>
  isoOf(Math.ceil((now + announcedAhead) / coarseSpan) * coarseSpan);

/** The sizes with a new one from the next span on. It replaces one that is not in force yet. */
export const withSize = (sizes: Sizes, size: SizeName, now: Milliseconds): Sizes => {
  const since = nextSince(now);
  const before = sizes.filter((entry) => entry.since < since);
  return sizeAt(before, Date.parse(since)) === size ? before : [...before, { since, size }];
};

/** A range of ids of one size. */
export interface SizedRange extends IdRange {
  readonly size: SizeName;
}

const prefixAt = (at: Milliseconds): string => at.toString(16).padStart(12, '0').slice(0, coarseLength);

/** Divides a range of ids at the times when the size changed; newest first. */
export const sizedRanges = (sizes: Sizes, { from, to }: IdRange): readonly SizedRange[] => {
  const begins = sizes.map(({ since, size }) => ({ size, begin: prefixAt(Date.parse(since)), at: Date.parse(since) }));
  const epochs = [{ size: 'standard' as SizeName, begin: '' }, ...begins];
  const ends = [...begins.map(({ at }) => `${prefixAt(at - 1)}~`), '~'];
  return epochs
    .map(({ size, begin }, index) => ({
      size,
      from: begin > from ? begin : from,
      to: (ends[index] ?? '~') < to ? (ends[index] ?? '~') : to,
    }))
    .filter((range) => range.from <= range.to)
    .toReversed();
};

/**
 * The id of a record shows whether the record is spread, so that it can be found by its id. The digit with a UUID's variant
 * has two free bits: ids with 8 and 9 are in one partition, ids with a and b in one of many.
 * https://www.rfc-editor.org/rfc/rfc9562#section-4.1
 */
const variantAt = 19;
const variants = { together: '89', spread: 'ab' } as const;

const withVariant = (id: string, of: string): string => {
  const free = parseInt(id[variantAt] ?? '', 16) & 1;
  return `${id.slice(0, variantAt)}${of[free] ?? ''}${id.slice(variantAt + 1)}`;
};

/** The id of a record that is not spread. */
export const togetherId = (id: string): string => withVariant(id, variants.together);

/** The id of a spread record. */
export const spreadId = (id: string): string => withVariant(id, variants.spread);

/** The id of a new record of the partner, from an id of the current time. */
export const recordId = (sizes: Sizes, id: string): string =>
  sizeAt(sizes, timeOfId(id)) === 'standard' ? togetherId(id) : spreadId(id);

/** The number of partitions of spread customers, and of spread instances. */
export const recordShards = 32;

/** The partitions of the records of each size; null is the partition of records that are not spread. */
export const recordPlaces: Readonly<Record<SizeName, readonly (number | null)[]>> = {
  standard: [null],
  large: Array.from({ length: recordShards }, (_, shard) => shard),
};

/** All partitions that may hold records of the partner at `now`. */
export const placesUntil = (sizes: Sizes, now: Milliseconds): readonly (number | null)[] =>
  sizes.some(({ since, size }) => size === 'large' && since <= isoOf(now))
    ? [...recordPlaces.standard, ...recordPlaces.large]
    : recordPlaces.standard;

/** The partition of a record, from 0 to `recordShards - 1`; null when it is not spread. */
export const recordShard = (id: string): number | null =>
  variants.spread.includes(id[variantAt] ?? '-') ? parseInt(id.slice(-2), 16) % recordShards : null;
