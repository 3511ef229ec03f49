import { coarseLength, fineLength, type SpanCount } from './directory.ts';
import { isoOf, type Milliseconds } from './time.ts';

/**
 * What a member has read: all notices up to a time, and single ones after it. The order of their ids is that of time,
 * so the notices after it are those from a certain id on.
 */
export interface Reading {
  /** Null: nothing was marked read as a whole. */
  readonly readUntil: Milliseconds | null;
  /** Ids after that time, with when each was read. */
  readonly single: ReadonlyMap<string, string>;
}

/** Every id from here on is of a later time; the empty text when all are. */
export const firstUnreadId = (readUntil: Milliseconds | null): string => {
  if (readUntil === null) return '';
  const digits = (readUntil + 1).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
};

/** The spans that the time cuts through: only in them, counts do not tell what is read. */
export const cutSpans = (readUntil: Milliseconds | null): { readonly coarse: string; readonly fine: string } | null => {
  const id = firstUnreadId(readUntil);
  return id === '' ? null : { coarse: id.slice(0, coarseLength), fine: id.slice(0, fineLength) };
};

/** When a notice was read; null: it was not. */
export const readAt = ({ readUntil, single }: Reading, id: string): string | null =>
  single.get(id) ?? (readUntil !== null && id < firstUnreadId(readUntil) ? isoOf(readUntil) : null);

/**
 * How many notices of a span are not read.
 * @param inCutSpan how many notices of the fine span that the time cuts through come after it
 */
export const unreadIn = ({ readUntil, single }: Reading, { prefix, count }: SpanCount, inCutSpan: number): number => {
  const first = firstUnreadId(readUntil);
  const isCut = first.startsWith(prefix) && first !== '';
  if (!isCut && prefix < first) return 0;
  const readSingly = Array.from(single.keys()).filter((id) => id >= first && id.startsWith(prefix)).length;
  return (isCut ? inCutSpan : count) - readSingly;
};
