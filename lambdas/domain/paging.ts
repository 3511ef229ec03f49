export const defaultPageSize = 50;
export const maxPageSize = 200;

/** One page asked for: `page` from 1, `pageSize` 1..200. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
}

/** One page of a list, in the envelope every list has. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
  readonly pages: number;
}

export const firstIndexOf = (request: PageRequest): number => (request.page - 1) * request.pageSize;

/** What of a whole list is on the page. */
export const sliceOf = <T>(request: PageRequest, all: readonly T[]): readonly T[] => {
  const first = firstIndexOf(request);
  return all.slice(first, first + request.pageSize);
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
