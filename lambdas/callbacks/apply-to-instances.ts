import { accountNotification, needsChange, type AccountNotice } from '../domain/account-notices.ts';
import { batchesOf } from '../kernel/batches.ts';
import type { Instance } from '../domain/instance.ts';
import { instanceNotifications } from '../domain/instance-notifications.ts';
import type { Notification } from '../domain/notification.ts';
import type { Refresh, InstanceUpdate } from '../domain/platform-change.ts';
import { changeInstance } from '../lines/change-instance.ts';
import type { TableDeps } from '../lines/instance-deps.ts';
import { forgetPin } from '../store/instances/instance-pins.ts';
import { keepAccountFacts } from '../store/platform/account-facts.ts';
import { persist } from '../store/table/commit.ts';
import { readInstance } from '../store/instances/instances.ts';
import { continueAwaited } from '../store/instances/awaited-names.ts';
import { refreshNow, refreshSoon } from '../store/instances/instance-watches.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import { instancesOfWaba, type WabaInstance } from '../store/instances/waba-instances.ts';
import { changesBy, type InstanceChange } from './instance-changes.ts';
import { targetsOf, type Targets } from './instance-targets.ts';

const concurrency = 8;

const turned = (before: Instance, after: Instance): boolean =>
  before.platform_status !== after.platform_status ||
  before.can_send_message !== after.can_send_message ||
  before.restricted_until !== after.restricted_until;

const noticeOf = (update: InstanceUpdate): AccountNotice | null => (update.kind === 'facts' ? update.notice : null);

/** A notice that goes with a change of the whole account is one notification, not one for each instance. */
const notificationsBy =
  ({ wabaId, at, content: { update } }: InstanceChange) =>
  (before: Instance, after: Instance): readonly Notification[] => {
    const notice = noticeOf(update);
    if (notice === null || !needsChange(notice)) return instanceNotifications(before, after);
    return turned(before, after) ? [accountNotification({ type: 'waba', id: wabaId }, notice, at)] : [];
  };

const applyToInstance = (
  deps: TableDeps,
  { partnerId, instanceId }: WabaInstance,
  change: InstanceChange,
): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const current = await readInstance(deps.table, partnerId, instanceId);
    const changes = current === null ? null : changesBy(current.instance, change);
    if (current === null || changes === null) return;
    await changeInstance(deps, partnerId, current, changes, { notificationsOf: notificationsBy(change) });
  });

const applyToOne = (deps: TableDeps, target: WabaInstance, change: InstanceChange): Promise<void> =>
  change.content.update.kind === 'pin_changed'
    ? forgetPin(deps.table, target.partnerId, target.instanceId, change.at, deps.clock())
    : applyToInstance(deps, target, change);

const tell = (deps: TableDeps, partnerId: string, notification: Notification): Promise<void> =>
  commitTelling(deps.table, [], notificationClauses(deps.table, deps.newId), partnerId, [notification], deps.clock());

/** Tells a notice that changes no instance: once for each partner, or for the instance that it is about. */
const tellNotice = async (deps: TableDeps, change: InstanceChange, targets: readonly WabaInstance[]): Promise<void> => {
  const { wabaId, at, content } = change;
  const notice = noticeOf(content.update);
  if (notice === null || needsChange(notice)) return;
  const isOfAccount = content.scope.kind === 'all';
  const addressees = isOfAccount
    ? Array.from(new Set(targets.map(({ partnerId }) => partnerId)), (partnerId) => ({
        partnerId,
        entity: { type: 'waba', id: wabaId } as const,
      }))
    : targets.map(({ partnerId, instanceId }) => ({
        partnerId,
        entity: { type: 'instance', id: instanceId } as const,
      }));
  for (const { partnerId, entity } of addressees) {
    await tell(deps, partnerId, accountNotification(entity, notice, at));
  }
};

/** When the instances are refreshed after a callback; null: in the usual round. */
const refreshAfter = ({ update }: InstanceChange['content'], { isExact }: Targets): Refresh | null => {
  switch (update.kind) {
    case 'facts':
      return isExact ? update.refresh : 'now';
    case 'lost':
      return update.isCertain && isExact ? null : 'now';
    case 'returned':
      return 'now';
    case 'pin_changed':
      return null;
  }
};

const tellsFacts = ({ content: { update } }: InstanceChange): boolean =>
  update.kind !== 'facts' || Object.keys(update.facts).length > 0;

/**
 * Applies a change to the instances of a business account, of all partners.
 * @returns false when the service has no instance of the business account
 */
export const applyToInstances = async (deps: TableDeps, given: InstanceChange): Promise<boolean> => {
  const { wabaId, at } = given;
  const { scope, update } = given.content;
  // Before the lines are read: one that is connected meanwhile has them.
  if (scope.kind === 'all' && update.kind === 'facts') {
    await keepAccountFacts(deps.table, wabaId, update.facts, at, deps.clock());
  }
  const instances = await instancesOfWaba(deps.table, wabaId);
  const targets = await targetsOf(deps.table, instances, given.content);
  const change = { ...given, content: targets.content };
  if (tellsFacts(change)) {
    for (const batch of batchesOf(targets.instances, concurrency)) {
      await Promise.all(batch.map((instance) => applyToOne(deps, instance, change)));
    }
  }
  await tellNotice(deps, change, targets.instances);
  if (noticeOf(update)?.kind === 'NAME_APPROVED') await continueAwaited(deps.table, wabaId, deps.clock());
  const refresh = refreshAfter(change.content, targets);
  for (const partnerId of refresh === null ? [] : new Set(instances.map((instance) => instance.partnerId))) {
    const begin = refresh === 'now' ? refreshNow : refreshSoon;
    await begin(deps.table, partnerId, wabaId, deps.clock());
  }
  return instances.length > 0;
};
