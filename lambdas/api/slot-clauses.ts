import { slotsNear } from '../domain/slot-notifications.ts';
import type { Clause } from '../store/table/commit.ts';
import { notificationClauses, wasNotified } from '../store/notifications/notifications.ts';
import type { Notification } from '../domain/notification.ts';
import type { Slots } from '../domain/slots.ts';
import { readySlot, readTakenSlots, type SlotsSeen } from '../store/instances/slot-shares.ts';
import { takeSlotClause } from '../store/instances/slots.ts';
import type { Table } from '../store/table/table.ts';
import type { Call } from './operation.ts';
import type { Deps } from './deps.ts';

type Taking = Pick<Call<unknown>, 'partnerId' | 'now' | 'caller'>;

/** The notifications that are due by the slots that instances take. A share may have granted slots left. */
const dueNotifications = async (
  table: Table,
  { partnerId, now, caller }: Taking,
  { limit, taken }: Slots,
  share: number | null,
): Promise<readonly Notification[]> => {
  const near = slotsNear(limit, taken + 1);
  if (near === null || (await wasNotified(table, partnerId, near.onceKey))) return [];
  if (share === null) return [near];
  const held = await readTakenSlots(table, partnerId, caller.terms.sizes, now);
  const notification = slotsNear(held.limit, held.taken + 1);
  return notification === null ? [] : [notification];
};

/**
 * Takes a slot for an instance, and notifies the members once when few slots are left.
 * @throws ServiceError slot_limit_reached; Contended
 */
export const slotClauses = async (
  { table, newId }: Pick<Deps, 'table' | 'newId'>,
  call: Taking,
  instanceId: string,
  seen: SlotsSeen,
): Promise<readonly Clause[]> => {
  const { partnerId, now, caller } = call;
  const share = await readySlot(table, partnerId, instanceId, seen, caller.terms.sizes, now);
  const news = await dueNotifications(table, call, seen.slots, share);
  return [
    takeSlotClause(table, partnerId, share),
    ...(news.length === 0 ? [] : notificationClauses(table, newId)(partnerId, news, now)),
  ];
};
