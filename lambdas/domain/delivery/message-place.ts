import { createHash } from 'node:crypto';
import { eventLifetime } from '@swift-worker/time-index/event.ts';
import { sizeAt, type SizeName, type Sizes } from '../size.ts';
import { day, type Milliseconds } from '../../kernel/time.ts';

/** Which part of a partner's messages one is in. Its stripe is also the part of the journal that its reports wait in. */
export interface MessagePlace {
  readonly stripe: number;
  readonly bucket: number;
}

/** A standard partner's messages are of one partition, so that a batch of the stream has many of them. */
export const messageParts: Readonly<Record<SizeName, { readonly stripes: number; readonly buckets: number }>> = {
  standard: { stripes: 1, buckets: 1 },
  large: { stripes: 8, buckets: 8 },
};

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

/** A number's messages are all of one stripe. @param message says which one of the number's it is */
export const messagePlace = (size: SizeName, phoneNumberId: string, message: string): MessagePlace => {
  const { stripes, buckets } = messageParts[size];
  return { stripe: numberOf(phoneNumberId) % stripes, bucket: numberOf(message) % buckets };
};

/** The stripes of the journal that may have reports of the partner. */
export const stripesOf = (sizes: Sizes): readonly number[] => {
  const isSpread = sizes.some(({ size }) => size === 'large');
  return Array.from({ length: messageParts[isSpread ? 'large' : 'standard'].stripes }, (_, stripe) => stripe);
};

/** A message is remembered a day longer than events are kept: until then a repeated report is known. */
export const messageLifetime: Milliseconds = eventLifetime + day;

/** Longer than a call takes: what was begun under a size has been written by then. */
const changing: Milliseconds = 60_000;

/** Under which sizes a message may have been recorded, and under which one it is recorded when it is new. */
export type MessageSizes =
  | { readonly kind: 'one'; readonly size: SizeName }
  /** The one before left messages that are still remembered. No new ones are recorded under it. */
  | { readonly kind: 'changed'; readonly size: SizeName; readonly before: SizeName }
  /** Others may be recording under the other one just now. */
  | { readonly kind: 'changing'; readonly size: SizeName; readonly other: SizeName };

const otherThan = (size: SizeName): SizeName => (size === 'standard' ? 'large' : 'standard');

export const messageSizes = (sizes: Sizes, now: Milliseconds): MessageSizes => {
  const size = sizeAt(sizes, now);
  const other = otherThan(size);
  const changes = sizes.map(({ since }) => Date.parse(since));
  if (changes.some((at) => at - changing <= now && now < at + changing)) return { kind: 'changing', size, other };
  return changes.some((at) => at <= now && now < at + messageLifetime)
    ? { kind: 'changed', size, before: other }
    : { kind: 'one', size };
};
