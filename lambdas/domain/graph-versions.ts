import { day, type Milliseconds } from '../kernel/time.ts';
import { startOfUtcDay, type UtcDay } from './usage/utc-day.ts';

interface Dates {
  readonly released: UtcDay;
  /** From this day on the platform answers calls of the version as a later one; null: not announced. */
  readonly ends: UtcDay | null;
}

/**
 * The versions of the Graph API, the oldest first. https://developers.facebook.com/docs/graph-api/changelog/versions (October
 * 2026); of v27.0 https://developers.facebook.com/blog/post/2026/11/04/introducing-graph-api-v27-and-marketing-api-v27/
 */
const versions = {
  'v20.0': { released: '2024-05-21', ends: '2026-09-24' },
  'v21.0': { released: '2024-10-02', ends: '2027-01-21' },
  'v22.0': { released: '2025-01-21', ends: '2027-05-20' },
  'v23.0': { released: '2025-05-29', ends: '2027-10-08' },
  'v24.0': { released: '2025-10-08', ends: '2028-02-18' },
  'v25.0': { released: '2026-02-18', ends: '2028-07-29' },
  'v26.0': { released: '2026-07-29', ends: null },
  'v27.0': { released: '2026-11-04', ends: null },
} as const satisfies Readonly<Record<string, Dates>>;

export type GraphVersion = keyof typeof versions;

const dated: readonly (Dates & { readonly version: string })[] = Object.entries(versions).map(([version, dates]) => ({
  version,
  ...dates,
}));

export const newestGraphVersion = dated.at(-1)?.version ?? '';

/**
 * The parameters of the legacy behaviours that the platform ends in all versions: the first four with v26.0, the others with
 * v28.0. `If-None-Match`, aliases of fields and asynchronous batches end as well, and have no parameter.
 * https://developers.facebook.com/docs/graph-api/changelog/version26.0 and the post on v27.0 above
 */
type EndedParameter = 'pretty' | 'debug' | 'date_format' | 'ids' | 'method' | 'callback';

/** Parameters of a call's query. One that the platform ends can't be among them. */
export type GraphQuery = Readonly<Record<string, string>> & {
  readonly [name in EndedParameter]?: never;
};

export type GraphVersionEnd =
  | { readonly state: 'unknown' }
  /** No later version was released, on which the end depends. */
  | { readonly state: 'open' }
  | {
      readonly state: 'current' | 'ending' | 'ended';
      readonly day: UtcDay;
      /** Otherwise the day is the earliest by the platform's rule. */
      readonly announced: boolean;
    };

const warnsFor: Milliseconds = 90 * day;

/** A version ends two years after the next is released, or later: https://developers.facebook.com/docs/apps/versions */
const twoYearsAfter = (of: UtcDay): UtcDay => `${Number(of.slice(0, 4)) + 2}${of.slice(4)}`;

/** When a version of the Graph API ends, at a time. */
export const graphVersionEnd = (version: string, now: Milliseconds): GraphVersionEnd => {
  const index = dated.findIndex((it) => it.version === version);
  const known = dated[index];
  if (known === undefined) return { state: 'unknown' };
  const next = dated[index + 1];
  const ends = known.ends ?? (next === undefined ? null : twoYearsAfter(next.released));
  if (ends === null) return { state: 'open' };
  const left = startOfUtcDay(ends) - now;
  const announced = known.ends !== null;
  return { state: left > warnsFor ? 'current' : left > 0 || !announced ? 'ending' : 'ended', day: ends, announced };
};
