import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  defaultPageSize,
  maxPageSize,
  pageOf,
  type CursorPage,
  type Found,
  type ListRequest,
  type Page,
  type WalkRequest,
} from '../domain/paging.ts';
import { parseDateTime } from '../kernel/date-time.ts';
import { invalid } from '../kernel/errors.ts';
import { day, type Milliseconds } from '../kernel/time.ts';
import { dateTime, integer, rule } from './fields.ts';

const longestCursor = 300;

/** After so long, the bounds of time that a walk began with move on. */
const longestWalk: Milliseconds = day;

const mustBeCursor = 'must be empty, or the next_cursor of the same list with the same filters';

const cursorText = z.string().check(
  rule('maximum', `must have at most ${longestCursor} characters`, (value) => value.length <= longestCursor),
  rule('format', mustBeCursor, (value) => /^[A-Za-z0-9_-]*$/.test(value), {
    schema: { pattern: '^[A-Za-z0-9_-]*$' },
  }),
  z.meta({ maxLength: longestCursor }),
);

/** The parameters of a list that is read by pages or by cursor. */
export const listing = (maxPage = Number.MAX_SAFE_INTEGER) => ({
  // Without a default, so that a given page differs from none.
  page: z.optional(integer(1, maxPage)).check(z.meta({ default: 1 })),
  page_size: z._default(integer(1, maxPageSize), defaultPageSize),
  cursor: z.optional(cursorText),
});

interface Given {
  readonly page?: number | undefined;
  readonly page_size: number;
  readonly cursor?: string | undefined;
  readonly updated_since?: string | undefined;
}

export const pageOrCursor = rule<Given>(
  'page',
  'must not be given together with page',
  ({ page, cursor }) => page === undefined || cursor === undefined,
  { field: 'cursor', schema: { not: { required: ['page', 'cursor'] } } },
);

/** Of a list whose records have `updated_at`. */
export const updatedSince = { updated_since: z.optional(dateTime) };

export const sinceByCursor = rule<Given>(
  'cursor',
  'needs cursor',
  ({ cursor, updated_since: since }) => since === undefined || cursor !== undefined,
  { field: 'updated_since', schema: { dependentRequired: { updated_since: ['cursor'] } } },
);

/** The keys of a list's items, or their beginnings, as cursors have them. */
export const listKeys = { id: /^[0-9a-f-]{6,36}$/, timed: /^\d{15}\.[0-9a-f-]{0,36}$/ } as const;

/** What a call asks of a list. */
export interface Listing {
  readonly request: ListRequest;
  /** When the walk began, by which bounds of time are reckoned that the call does not give; of a page, now. */
  readonly began: Milliseconds;
  readonly answer: <T>(found: Found<T>) => Page<T> | CursorPage<T>;
}

const textOf = (parts: readonly [binding: string, began: Milliseconds, seen: number, after: string]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

const partsOf = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
};

/** Binds a cursor to its list and filters. Without them it would begin somewhere else than where its walk is. */
const bindingOf = (route: string, partnerId: string, given: Given): string => {
  const filters = Object.entries(given)
    .filter(([name, value]) => !['page', 'page_size', 'cursor'].includes(name) && value !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([route, partnerId, filters]))
    .digest('base64url')
    .slice(0, 12);
};

/** @throws ServiceError validation_failed when the cursor is none of this list with these filters */
const readCursor = (
  cursor: string,
  binding: string,
  form: RegExp,
): Pick<WalkRequest, 'after' | 'seen'> & { readonly began: Milliseconds } => {
  const parts = z.tuple([z.literal(binding), z.int(), z.int().check(z.minimum(0)), z.string().check(z.regex(form))]);
  const { data } = z.safeParse(parts, partsOf(cursor));
  if (data === undefined || textOf(data) !== cursor) {
    throw invalid('cursor', 'format', `cursor ${mustBeCursor}`);
  }
  const [, began, seen, after] = data;
  return { began, seen, after };
};

/** A walk through a list, which goes on where its cursor says. */
interface Walk {
  readonly request: WalkRequest;
  readonly began: Milliseconds;
  /** The cursor of what follows. */
  readonly nextOf: (found: Pick<Found<unknown>, 'items' | 'next'>) => string | null;
}

type Walked = Given & { readonly cursor: string };
type WalkingCall = { readonly partnerId: string; readonly now: Milliseconds };

/** @throws ServiceError validation_failed */
export const walkOf = (route: string, call: WalkingCall, given: Walked, form: RegExp): Walk => {
  const binding = bindingOf(route, call.partnerId, given);
  const { began, ...start } =
    given.cursor === '' ? { began: call.now, seen: 0, after: null } : readCursor(given.cursor, binding, form);
  return {
    request: { ...start, pageSize: given.page_size },
    began: Math.min(call.now, Math.max(began, call.now - longestWalk)),
    nextOf: ({ items, next }) => (next === null ? null : textOf([binding, began, start.seen + items.length, next])),
  };
};

/** @throws ServiceError validation_failed */
export const listingOf = (route: string, call: WalkingCall, given: Given, form: RegExp): Listing => {
  const { page = 1, page_size: pageSize, cursor } = given;
  if (cursor === undefined) {
    const request = { page, pageSize };
    return { request, began: call.now, answer: (found) => pageOf(request, found.total, found.items) };
  }
  const { nextOf, ...walk } = walkOf(route, call, { ...given, cursor }, form);
  return {
    ...walk,
    answer: (found) => ({
      items: found.items,
      total: found.total,
      page_size: pageSize,
      next_cursor: nextOf(found),
    }),
  };
};

/** Leaves out of a part of a walk what was not updated since. The total is still that of the list. */
export const updatedOf = <T extends { readonly updated_at: string }>(
  { updated_since: since }: Given,
  found: Found<T>,
): Found<T> => {
  const time = since === undefined ? null : parseDateTime(since);
  if (time === null) return found;
  return { ...found, items: found.items.filter(({ updated_at: at }) => Date.parse(at) >= time) };
};
