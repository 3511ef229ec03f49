import type { Milliseconds } from '../domain/time.ts';
import { slotsNear } from '../domain/slot-notifications.ts';
import type { Clause } from '../store/table/commit.ts';
import { notificationClauses, wasNotified } from '../store/notifications/notifications.ts';
import { takeSlotClause, type Slots } from '../store/instances/slots.ts';
import type { Deps } from './deps.ts';

/** Takes a slot, and notifies the members once when few slots are left. */
export const slotClauses = async (
  { table, newId }: Pick<Deps, 'table' | 'newId'>,
  partnerId: string,
  { limit, taken }: Slots,
  now: Milliseconds,
): Promise<readonly Clause[]> => {
  const notification = slotsNear(limit, taken + 1);
  const isNewer = notification !== null && !(await wasNotified(table, partnerId, notification.onceKey));
  return [
    takeSlotClause(table, partnerId),
    ...(isNewer ? notificationClauses(table, newId)(partnerId, [notification], now) : []),
  ];
};
