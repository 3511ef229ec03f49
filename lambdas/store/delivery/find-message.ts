import type { DeliveryEvent } from '@swift-worker/time-index/event.ts';
import { messageSizes } from '../../domain/delivery/message-place.ts';
import { messageIdentity } from '../../domain/delivery/report.ts';
import type { SizeName, Sizes } from '../../domain/size.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { Key } from '../table/keys.ts';
import { findItems } from '../table/read.ts';
import type { Table } from '../table/table.ts';
import { messageKey } from './keys.ts';

/** Whose messages: their size decides where they are. */
export interface MessageOwner {
  readonly partnerId: string;
  readonly sizes: Sizes;
}

/** Where a message's item is, or is to be made. */
export interface MessageSite {
  readonly key: Key;
  /** Where it must not be, for others may be making it there just now. */
  readonly elsewhere: Key | null;
}

const isSame = (one: Key, other: Key): boolean => one.pk === other.pk && one.sk === other.sk;

/** Whether there is an item. */
const isThere = async (table: Table, key: Key, consistent: boolean): Promise<boolean> =>
  (await findItems(table, [key], consistent)).length > 0;

/**
 * Looks where the message was recorded under another size of its partner, so that all of its statuses are in one item.
 * @param now when the call began that reports it
 */
export const findMessage = async (
  table: Table,
  { partnerId, sizes }: MessageOwner,
  event: DeliveryEvent,
  now: Milliseconds,
): Promise<MessageSite> => {
  const keyAt = (size: SizeName): Key => messageKey(partnerId, event.phone_number_id, messageIdentity(event), size);
  const place = messageSizes(sizes, now);
  const key = keyAt(place.size);
  if (place.kind === 'one') return { key, elsewhere: null };
  const other = keyAt(place.kind === 'changing' ? place.other : place.before);
  if (isSame(key, other)) return { key, elsewhere: null };
  // What is only looked for was made a while ago: a read that is a moment old finds it.
  const isOther = await isThere(table, other, place.kind === 'changing');
  if (place.kind === 'changed') return { key: isOther ? other : key, elsewhere: null };
  return isOther ? { key: other, elsewhere: key } : { key, elsewhere: other };
};
