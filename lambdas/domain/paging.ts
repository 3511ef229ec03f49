export const defaultPageSize = 50;
export const maxPageSize = 200;
/** A time in milliseconds has no more digits until the year 33658. */
const timeDigits = 15;

/** One page asked for: `page` from 1, `pageSize` 1..200. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/** The part of a list that follows an item. Unlike a page, it does not depend on what is before it. */
export interface WalkRequest {
  /** The key of the last item of the part before; null to begin. Keys sort as the items do, the newest last. */
  readonly after: string | null;
  /** The number of items of all parts before. */
  readonly seen: number;
  readonly pageSize: number;
}

export type ListRequest = PageRequest | WalkRequest;

/** What a request finds in a list. */
export interface Found<T> {
  readonly items: readonly T[];
  readonly total: number;
  /** Of a walk: the key after which the next part begins; null at the end, and of a page. */
  readonly next: string | null;
}

/** One page of a list, in the envelope every list has. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  readonly pages: number;
}

/** The key of an item of a list that is ordered by a time, and then by id. The empty id is before all of its millisecond. */
export const timedPlace = (at: number, id: string): string => `${String(at).padStart(timeDigits, '0')}.${id}`;

export const timeOfPlace = (place: string): { readonly at: number; readonly id: string } => ({
  at: Number(place.slice(0, timeDigits)),
  id: place.slice(timeDigits + 1),
});

/** One part of a list that is read by cursor. */
export interface CursorPage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page_size: number;
  /** Null at the end. */
  readonly next_cursor: string | null;
}

export const firstIndexOf = (request: PageRequest): number => (request.page - 1) * request.pageSize;

/** What of a whole list is on the page. */
export const sliceOf = <T>(request: PageRequest, all: readonly T[]): readonly T[] => {
  const first = firstIndexOf(request);
  return all.slice(first, first + request.pageSize);
};

/** The part of a walk, of which those after it are the rest of `left`. */
export const partOf = <T>(
  { pageSize }: WalkRequest,
  left: readonly T[],
  keyOf: (one: T) => string,
): Omit<Found<T>, 'total'> => {
  const items = left.slice(0, pageSize);
  const last = items.at(-1);
  return { items, next: left.length <= pageSize || last === undefined ? null : keyOf(last) };
};

/** What a request asks of a whole list. @param all newest first */
export const foundIn = <T>(request: ListRequest, all: readonly T[], keyOf: (one: T) => string): Found<T> => {
  if ('page' in request) return { items: sliceOf(request, all), total: all.length, next: null };
  const { after } = request;
  const left = after === null ? all : all.filter((one) => keyOf(one) < after);
  return { ...partOf(request, left, keyOf), total: all.length };
};

export const pageOf = <T>(request: PageRequest, total: number, items: readonly T[]): Page<T> => ({
  items,
  total,
  page: request.page,
  page_size: request.pageSize,
  pages: Math.ceil(total / request.pageSize),
});

interface Listed {
  readonly id: string;
  readonly created_at: string;
}

const isNewer = (left: Listed, right: Listed): boolean =>
  left.created_at === right.created_at ? left.id > right.id : left.created_at > right.created_at;

/** A page of a list that was read as a whole, newest first. */
export const pagedBy = <T extends Listed>(request: PageRequest, all: readonly T[]): Page<T> => {
  const sorted = [...all].sort((left, right) => (isNewer(left, right) ? -1 : 1));
  return pageOf(request, all.length, sliceOf(request, sorted));
};
