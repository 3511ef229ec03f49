import type { Milliseconds } from '../kernel/time.ts';

/**
 * Exact paging over records in the order of their UUIDv7, without reading the records before the page. A UUIDv7 begins
 * with its time, so a prefix is a span of time. Records are counted by prefixes of two lengths, and the counts determine
 * the spans of a page.
 */
export const coarseLength = 6; // 2^24 ms: 4 h 40 min
export const fineLength = 10; // 2^12 ms: 4 s (the tenth character follows the dash)

/** The coarse span of a time. */
export const coarseSpanOf = (time: Milliseconds): string => time.toString(16).padStart(12, '0').slice(0, coarseLength);

export interface SpanCount {
  readonly prefix: string;
  readonly count: number;
}

/** Ids from `from` to `to`, both inclusive. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

/** The spans of the records with the indexes `first` to `first + size - 1`, newest first. */
export interface Placement {
  readonly newest: string;
  readonly oldest: string;
  /** The number of records of the newest span that are before the page. */
  readonly skip: number;
}

export const totalOf = (counts: readonly SpanCount[]): number => counts.reduce((sum, span) => sum + span.count, 0);

const newestFirst = (left: SpanCount, right: SpanCount): number => (left.prefix < right.prefix ? 1 : -1);

/** The spans of a page; null when the page is after the last record. */
export const place = (counts: readonly SpanCount[], first: number, size: number): Placement | null => {
  let before = 0;
  let newest: { prefix: string; skip: number } | null = null;
  let oldest = '';
  for (const span of [...counts].sort(newestFirst)) {
    if (span.count === 0) continue;
    if (newest === null && before + span.count > first) newest = { prefix: span.prefix, skip: first - before };
    if (newest !== null) oldest = span.prefix;
    before += span.count;
    if (before >= first + size) break;
  }
  return newest === null ? null : { newest: newest.prefix, oldest, skip: newest.skip };
};

/** The ids whose prefixes are from `oldest` to `newest`. `~` sorts after every character of an id. */
export const rangeOf = (placement: Pick<Placement, 'newest' | 'oldest'>): IdRange => ({
  from: placement.oldest,
  to: `${placement.newest}~`,
});

/** Divides the spans into ranges of about `size` records, newest first, to read them in parallel. */
export const segments = (counts: readonly SpanCount[], size: number): IdRange[] => {
  const spans = counts.filter((span) => span.count > 0).sort(newestFirst);
  const ranges: IdRange[] = [];
  let newest = '';
  let held = 0;
  for (const [index, span] of spans.entries()) {
    if (held === 0) newest = span.prefix;
    held += span.count;
    if (held < size && index < spans.length - 1) continue;
    ranges.push(rangeOf({ newest, oldest: span.prefix }));
    held = 0;
  }
  return ranges;
};
