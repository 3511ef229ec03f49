import { coarseLength, type IdRange } from './directory.ts';
import { isoOf, type Milliseconds } from './time.ts';

/**
 * How much of the table a partner's records are spread over. A record stays where it was made: the size in force at the
 * time of its id decides, so that raising a size moves nothing.
 */
export const sizeNames = ['standard', 'large'] as const;
export type SizeName = (typeof sizeNames)[number];

/** A size, and from when on it is in force: the beginning of a coarse span of time. */
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

/** When a UUIDv7 was made. https://www.rfc-editor.org/rfc/rfc9562#section-5.7 */
export const timeOfId = (id: string): Milliseconds => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

const coarseSpan: Milliseconds = 2 ** (4 * (12 - coarseLength));

/** Longer than a caller's partner is remembered anywhere, with the calls that know the one before. */
export const announcedAhead: Milliseconds = 120_000;

/** The first beginning of a coarse span that everyone can know of in time. */
export const nextSince = (now: Milliseconds): string =>
  isoOf(Math.ceil((now + announcedAhead) / coarseSpan) * coarseSpan);

/** With a size from the next span on; one that is not in force yet gives way. */
export const withSize = (sizes: Sizes, size: SizeName, now: Milliseconds): Sizes => {
  const since = nextSince(now);
  const before = sizes.filter((entry) => entry.since < since);
  return sizeAt(before, Date.parse(since)) === size ? before : [...before, { since, size }];
};

/** Ids of a range that were made under one size. */
export interface SizedRange extends IdRange {
  readonly size: SizeName;
}

const prefixAt = (at: Milliseconds): string => at.toString(16).padStart(12, '0').slice(0, coarseLength);

/** Cuts a range of ids, which begin with the time, where sizes change; newest first. */
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
 * The ids of records tell whether they are spread, so that whoever has an id finds its record. A UUID's variant has two
 * free bits in its first digit: 8 and 9 are in one place, a and b in one of many.
 * https://www.rfc-editor.org/rfc/rfc9562#section-4.1
 */
const variantAt = 19;
const variants = { together: '89', spread: 'ab' } as const;

const withVariant = (id: string, of: string): string => {
  const free = parseInt(id[variantAt] ?? '', 16) & 1;
  return `${id.slice(0, variantAt)}${of[free] ?? ''}${id.slice(variantAt + 1)}`;
};

/** The id of a record that stands with all others of its sort. */
export const togetherId = (id: string): string => withVariant(id, variants.together);

/** The id of a new record of the partner, from an id of the time it is made. */
export const recordId = (sizes: Sizes, id: string): string =>
  sizeAt(sizes, timeOfId(id)) === 'standard' ? togetherId(id) : withVariant(id, variants.spread);

/** Places of spread customers, and of spread instances. */
export const recordShards = 32;

/** Where records that were made under a size may stand; null is the place of all that are not spread. */
export const recordPlaces: Readonly<Record<SizeName, readonly (number | null)[]>> = {
  standard: [null],
  large: Array.from({ length: recordShards }, (_, shard) => shard),
};

/** Where any record of the partner may stand that there is by now. */
export const placesUntil = (sizes: Sizes, now: Milliseconds): readonly (number | null)[] =>
  sizes.some(({ since, size }) => size === 'large' && since <= isoOf(now))
    ? [...recordPlaces.standard, ...recordPlaces.large]
    : recordPlaces.standard;

/** Where the record of an id stands among `recordShards` places; null: with all others. */
export const recordShard = (id: string): number | null =>
  variants.spread.includes(id[variantAt] ?? '-') ? parseInt(id.slice(-2), 16) % recordShards : null;
