import { batchesOf } from '../domain/batches.ts';
import type { Instance } from '../domain/instance.ts';
import { afterReport } from '../domain/instance-facts.ts';
import { accountNotification, instanceNotifications } from '../domain/instance-notifications.ts';
import { connectedStatusOf } from '../domain/connected-status.ts';
import { knownUntil } from '../domain/is-newer.ts';
import type { Notification } from '../domain/notification.ts';
import { digitsOf, type InstanceContent, type PlatformChange } from '../domain/platform-change.ts';
import { isoOf } from '../domain/time.ts';
import { changeInstance } from '../instances/change-instance.ts';
import type { TableDeps } from '../instances/instance-deps.ts';
import { withoutToken } from '../instances/lose-token.ts';
import { persist } from '../store/table/commit.ts';
import { readInstance } from '../store/instances/instances.ts';
import { refreshNow } from '../store/instances/instance-watches.ts';
import { instancesOfWaba, type WabaInstance } from '../store/instances/waba-instances.ts';

type InstanceChange = PlatformChange<InstanceContent>;

const concurrency = 8;

const isWell = ({ status }: Instance): boolean => status === 'connected' || status === 'degraded';

/** Null when the callback is older than the last proof of the connection. */
const afterLoss = (instance: Instance, event: string, at: number): Partial<Instance> | null => {
  const seenAt = [instance.connection.connected_at, instance.facts_at].map((time) =>
    time === null ? 0 : Date.parse(time),
  );
  if (!isWell(instance) || at <= knownUntil(Math.max(...seenAt))) return null;
  const message = `the platform reported ${event}: the service may no longer act for the business account`;
  return withoutToken(instance, { code: event.toLowerCase(), message, at: isoOf(at) });
};

const changesBy = (instance: Instance, { content: { update }, at }: InstanceChange): Partial<Instance> | null => {
  switch (update.kind) {
    case 'lost':
      return afterLoss(instance, update.event, at);
    case 'facts': {
      const reported = afterReport(instance, update.facts, at);
      return reported === null ? null : { ...reported, status: connectedStatusOf({ ...instance, ...reported }) };
    }
  }
};

const turned = (before: Instance, after: Instance): boolean =>
  before.platform_status !== after.platform_status || before.can_send_message !== after.can_send_message;

/** An alarm of the whole account is one notification, not one for each instance. */
const notificationsBy =
  ({ wabaId, at, content: { update } }: InstanceChange) =>
  (before: Instance, after: Instance): readonly Notification[] => {
    if (update.kind !== 'facts' || update.alarm === null) return instanceNotifications(before, after);
    return turned(before, after) ? [accountNotification(wabaId, update.alarm, at)] : [];
  };

const isAbout = (instance: Instance, { content: { number } }: InstanceChange): boolean =>
  number === null || digitsOf(instance.display_phone_number ?? '') === number;

const applyToInstance = (
  deps: TableDeps,
  { partnerId, instanceId }: WabaInstance,
  change: InstanceChange,
): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const current = await readInstance(deps.table, partnerId, instanceId);
    if (current === null || !isAbout(current.instance, change)) return;
    const changes = changesBy(current.instance, change);
    if (changes !== null) await changeInstance(deps, partnerId, current, changes, notificationsBy(change));
  });

const tellsFacts = ({ content: { update } }: InstanceChange): boolean =>
  update.kind === 'lost' || Object.keys(update.facts).length > 0;

/** Applies a change to the instances of a business account, of all partners. */
export const applyToInstances = async (deps: TableDeps, change: InstanceChange): Promise<void> => {
  const { wabaId, content } = change;
  const instances = await instancesOfWaba(deps.table, wabaId);
  if (tellsFacts(change)) {
    for (const batch of batchesOf(instances, concurrency)) {
      await Promise.all(batch.map((instance) => applyToInstance(deps, instance, change)));
    }
  }
  if (content.update.kind !== 'facts' || !content.update.needsRefresh) return;
  for (const partnerId of new Set(instances.map((instance) => instance.partnerId))) {
    await refreshNow(deps.table, partnerId, wabaId, deps.clock());
  }
};
