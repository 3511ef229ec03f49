import { serviceCause, type Cause } from '../domain/history.ts';
import { revised, type Instance } from '../domain/instance.ts';
import { instanceNotifications } from '../domain/instance-notifications.ts';
import type { Notification } from '../domain/notification.ts';
import { instanceClauses, type InstanceRecord } from '../store/instances/instances.ts';
import type { Clause } from '../store/table/commit.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import { announceClauses } from './announce-change.ts';
import type { TableDeps } from './instance-deps.ts';

/** What goes along with a change. */
export interface Telling {
  /** The notifications of the change; those of its states without it. */
  readonly notificationsOf?: (before: Instance, after: Instance) => readonly Notification[];
  /** Who caused it; the platform without it. */
  readonly cause?: Cause;
  /** Further conditions of the commit. */
  readonly clauses?: readonly Clause[];
}

/**
 * Commits the next revision of an instance with its notifications, and with its event when the partner subscribes to one.
 * @throws Contended
 */
export const changeInstance = async (
  deps: TableDeps,
  partnerId: string,
  current: InstanceRecord,
  changes: Partial<Instance>,
  { notificationsOf = instanceNotifications, cause, clauses: further = [] }: Telling = {},
): Promise<Instance> => {
  const { table, newId } = deps;
  const { instance } = current;
  const now = deps.clock();
  const next = revised(instance, changes, now);
  const record = { ...current, instance: next, revision: current.revision + 1 };
  const by = cause ?? serviceCause('platform', newId(now));
  const clauses = [
    ...instanceClauses(table, partnerId, record, instance),
    ...(await announceClauses(deps, partnerId, { before: instance, after: next }, by, now)),
    ...further,
  ];
  const notifications = notificationsOf(instance, next);
  await commitTelling(table, clauses, notificationClauses(table, newId), partnerId, notifications, now);
  return next;
};
