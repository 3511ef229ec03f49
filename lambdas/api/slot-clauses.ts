import type { Slots } from '../domain/slots.ts';
import { slotNotifications } from '../domain/slot-notifications.ts';
import { notificationClauses } from '../store/notifications/notifications.ts';
import { takeSlotClause } from '../store/instances/slots.ts';
import type { Clause } from '../store/table/commit.ts';
import type { Call } from './operation.ts';
import type { Deps } from './deps.ts';

/**
 * Takes a slot for an instance, and notifies the members when 80 % of the limit, or the limit, is reached.
 * @param slots as they were read
 * @throws ServiceError slot_limit_reached
 */
export const slotClauses = (
  { table, newId }: Pick<Deps, 'table' | 'newId'>,
  { partnerId, now }: Pick<Call<unknown>, 'partnerId' | 'now'>,
  slots: Slots,
): readonly Clause[] => {
  const news = slotNotifications(slots, { ...slots, taken: slots.taken + 1 });
  return [
    takeSlotClause(table, partnerId, slots),
    ...(news.length === 0 ? [] : notificationClauses(table, newId)(partnerId, news, now)),
  ];
};
