import { revised, type Instance } from '../domain/instance.ts';
import { instanceNotifications } from '../domain/instance-notifications.ts';
import type { Notification } from '../domain/notification.ts';
import { instanceClauses, type InstanceRecord } from '../store/instances/instances.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import type { TableDeps } from './instance-deps.ts';

/**
 * Commits the next revision of an instance with its notifications.
 * @param noticesOf the notifications of the change @throws Contended
 */
export const changeInstance = async (
  deps: TableDeps,
  partnerId: string,
  current: InstanceRecord,
  changes: Partial<Instance>,
  notificationsOf: (before: Instance, after: Instance) => readonly Notification[] = instanceNotifications,
): Promise<Instance> => {
  const { table, newId } = deps;
  const { instance } = current;
  const now = deps.clock();
  const next = revised(instance, changes, now);
  const record = { ...current, instance: next, revision: current.revision + 1 };
  const clauses = instanceClauses(table, partnerId, record, instance);
  await commitTelling(
    table,
    clauses,
    notificationClauses(table, newId),
    partnerId,
    notificationsOf(instance, next),
    now,
  );
  return next;
};
