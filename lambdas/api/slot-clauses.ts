import { slotNotifications } from '../domain/slot-notifications.ts';
import { notificationClauses } from '../store/notifications/notifications.ts';
import type { SlotsSeen } from '../store/instances/slot-shares.ts';
import { readySlot, takeSlotClauses, type SlotPlace } from '../store/instances/slot-taking.ts';
import type { Clause } from '../store/table/commit.ts';
import type { Notification } from '../domain/notification.ts';
import type { Call } from './operation.ts';
import type { Deps } from './deps.ts';

type Taking = Pick<Call<unknown>, 'partnerId' | 'now' | 'caller'>;

/** A share's free slots are on the level of use that the partner's item has, so taking one reaches no other level. */
const notificationsOf = (place: SlotPlace): readonly Notification[] => {
  if (place.kind === 'share') return [];
  return slotNotifications(place.slots, { ...place.slots, taken: place.slots.taken + 1 });
};

/**
 * Takes a slot for an instance, and notifies the members when 80 % of the limit, or the limit, is reached.
 * @throws ServiceError slot_limit_reached; Contended
 */
export const slotClauses = async (
  { table, newId }: Pick<Deps, 'table' | 'newId'>,
  { partnerId, now, caller }: Taking,
  instanceId: string,
  seen: SlotsSeen,
): Promise<readonly Clause[]> => {
  const place = await readySlot(table, partnerId, instanceId, seen, caller.terms.sizes, now);
  const news = notificationsOf(place);
  return [
    ...takeSlotClauses(table, partnerId, place),
    ...(news.length === 0 ? [] : notificationClauses(table, newId)(partnerId, news, now)),
  ];
};
