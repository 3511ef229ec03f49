import { coarseLength, fineLength, type SpanCount } from './directory.ts';
import { isoOf, type Milliseconds } from '../kernel/time.ts';

/** What a member has read: all notifications up to a time, and single ones after it. Ids are in the order of time. */
export interface Reading {
  /** Null when the member never marked all as read. */
  readonly readUntil: Milliseconds | null;
  /** The time of reading by id, for ids after that time. */
  readonly single: ReadonlyMap<string, string>;
}

/** The least possible id of a later time; the empty text without a time. */
export const firstUnreadId = (readUntil: Milliseconds | null): string => {
  if (readUntil === null) return '';
  const digits = (readUntil + 1).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
};

/** The spans that contain the time: only their counts do not tell what is read. */
export const cutSpans = (readUntil: Milliseconds | null): { readonly coarse: string; readonly fine: string } | null => {
  const id = firstUnreadId(readUntil);
  return id === '' ? null : { coarse: id.slice(0, coarseLength), fine: id.slice(0, fineLength) };
};

/** When a notification was read; null when it is unread. */
export const readAt = ({ readUntil, single }: Reading, id: string): string | null =>
  single.get(id) ?? (readUntil !== null && id < firstUnreadId(readUntil) ? isoOf(readUntil) : null);

/**
 * The number of unread notifications of a span.
 * @param inCutSpan the number of notifications after the time in the fine span that contains it
 */
export const unreadIn = ({ readUntil, single }: Reading, { prefix, count }: SpanCount, inCutSpan: number): number => {
  const first = firstUnreadId(readUntil);
  const isCut = first.startsWith(prefix) && first !== '';
  if (!isCut && prefix < first) return 0;
  const readSingly = Array.from(single.keys()).filter((id) => id >= first && id.startsWith(prefix)).length;
  return (isCut ? inCutSpan : count) - readSingly;
};
