import { invalidParameter } from './errors.ts';
import { textOf } from './simulator.ts';
import type { GraphCall, Simulator } from './simulator.ts';

const DEFAULT_LIMIT = 25;
const MAXIMUM_LIMIT = 1_000;

export interface Page<T> {
  readonly items: readonly T[];
  /** Absent on an empty page. The last page has cursors too; only `next` says that there is another page. */
  readonly paging: Paging | undefined;
}

interface Paging {
  readonly cursors: { readonly before: string; readonly after: string };
  readonly next?: string;
  readonly previous?: string;
}

/**
 * A page of `items`, which ascend by `place`. A cursor is a place and not a count, so that items that are added or removed
 * between two pages shift nothing. A limit over 1,000 counts as 1,000, as `next` shows.
 */
export function pageOf<T>(
  simulator: Simulator,
  call: GraphCall,
  items: readonly T[],
  place: (item: T) => number,
): Page<T> {
  const limit = limitOf(call);
  const after = cursorOf(call, 'after');
  const before = cursorOf(call, 'before');
  const candidates = items.filter(
    (item) => (after === undefined || place(item) > after) && (before === undefined || place(item) < before),
  );
  const page = before === undefined ? candidates.slice(0, limit) : candidates.slice(-limit);
  const first = page[0];
  const last = page.at(-1);
  if (first === undefined || last === undefined) return { items: page, paging: undefined };
  const cursors = { before: encode(place(first)), after: encode(place(last)) };
  const hasNext = items.some((item) => place(item) > place(last));
  const hasPrevious = items.some((item) => place(item) < place(first));
  return {
    items: page,
    paging: {
      cursors,
      ...(hasNext ? { next: link(simulator, call, limit, 'after', cursors.after) } : {}),
      ...(hasPrevious ? { previous: link(simulator, call, limit, 'before', cursors.before) } : {}),
    },
  };
}

/** The platform puts the caller's token into these links, so a stored link is a stored secret. */
function link(simulator: Simulator, call: GraphCall, limit: number, name: string, cursor: string): string {
  const url = new URL(`${simulator.graphUrl}${call.path}`);
  url.searchParams.set('access_token', call.token ?? '');
  for (const [key, value] of Object.entries(call.parameters)) {
    if (!['access_token', 'limit', 'after', 'before'].includes(key) && typeof value === 'string') {
      url.searchParams.set(key, value);
    }
  }
  url.searchParams.set('limit', String(limit));
  url.searchParams.set(name, cursor);
  return url.href;
}

function limitOf(call: GraphCall): number {
  const text = textOf(call, 'limit');
  if (text === undefined) return DEFAULT_LIMIT;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidParameter('Param limit must be a number greater than zero.');
  return Math.min(Number(text), MAXIMUM_LIMIT);
}

function encode(place: number): string {
  return Buffer.from(`place:${place}`).toString('base64url');
}

function cursorOf(call: GraphCall, name: 'after' | 'before'): number | undefined {
  const text = textOf(call, name);
  if (text === undefined || text === '') return undefined;
  const digits = /^place:(\d+)$/.exec(Buffer.from(text, 'base64url').toString())?.[1];
  if (digits === undefined) throw invalidParameter(`Invalid cursor in ${name}.`);
  return Number(digits);
}
