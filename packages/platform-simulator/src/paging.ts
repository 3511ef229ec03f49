import { createHash } from 'node:crypto';
import { invalidParameter, messagingError } from './errors.ts';
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

/** Where an item stands in a list. */
export interface Order<T> {
  /** Of a pass: cursors carry it, so that all pages of a pass have one order. */
  readonly seed: number;
  readonly place: (item: T) => number;
}

export function byPlace<T>(place: (item: T) => number): Order<T> {
  return { seed: 0, place };
}

const PLACES = 2 ** 40;

/** Another order for each pass, in which an item that is `late` is not the first of several. */
export function shuffled<T extends { readonly id: string }>(
  simulator: Simulator,
  call: GraphCall,
  late: (item: T) => boolean,
): Order<T> {
  const seed = (cursorOf(call, 'after') ?? cursorOf(call, 'before'))?.seed ?? simulator.turn(call.path) + 1;
  return {
    seed,
    place(item) {
      const place = createHash('sha256').update(`${seed}:${item.id}`).digest().readUIntBE(0, 5);
      return late(item) ? PLACES + place : place;
    },
  };
}

/**
 * A page of `items` in their order. A cursor is a place and not a count, so that items that are added or removed between two
 * pages shift nothing. A limit over `maximum` counts as `maximum`, as `next` shows.
 */
export function pageOf<T>(
  simulator: Simulator,
  call: GraphCall,
  items: readonly T[],
  { seed, place }: Order<T>,
  maximum = MAXIMUM_LIMIT,
): Page<T> {
  const limit = Math.min(limitOf(call), maximum);
  const after = cursorOf(call, 'after')?.place;
  const before = cursorOf(call, 'before')?.place;
  const placed = items.map((item) => ({ item, at: place(item) })).sort((left, right) => left.at - right.at);
  const candidates = placed.filter(
    ({ at }) => (after === undefined || at > after) && (before === undefined || at < before),
  );
  const page = before === undefined ? candidates.slice(0, limit) : candidates.slice(-limit);
  const first = page[0];
  const last = page.at(-1);
  if (first === undefined || last === undefined) return { items: [], paging: undefined };
  const cursors = { before: encode(first.at, seed), after: encode(last.at, seed) };
  const hasNext = placed.some(({ at }) => at > last.at);
  const hasPrevious = placed.some(({ at }) => at < first.at);
  return {
    items: page.map(({ item }) => item),
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
  return Number(text);
}

function encode(place: number, seed: number): string {
  return Buffer.from(`place:${place}:${seed}`).toString('base64url');
}

interface Cursor {
  readonly place: number;
  readonly seed: number;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/changelog */
function cursorOf(call: GraphCall, name: 'after' | 'before'): Cursor | undefined {
  const text = textOf(call, name);
  if (text === undefined || text === '') return undefined;
  const [, place, seed] = /^place:(\d+):(\d+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (place === undefined || seed === undefined) {
    throw messagingError(131059, 'Invalid cursor', `The cursor in ${name} is invalid.`);
  }
  return { place: Number(place), seed: Number(seed) };
}
