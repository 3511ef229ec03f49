import type { Milliseconds } from '../kernel/time.ts';
import { expiryNotification, expiryWarningOf } from '../domain/token-expiry.ts';
import { changeInstance } from './change-instance.ts';
import type { TableDeps } from './instance-deps.ts';
import { readInstance, type InstanceRecord } from '../store/instances/instances.ts';
import { persist } from '../store/table/commit.ts';

/** Tells the members that the token of an instance expires, and records it in the same commit. */
const warn = (deps: TableDeps, partnerId: string, instanceId: string): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const current = await readInstance(deps.table, partnerId, instanceId);
    if (current === null) return;
    const { instance } = current;
    const now = deps.clock();
    const warning = expiryWarningOf(instance, now);
    if (warning === null) return;
    const connection = { ...instance.connection, expiry_warning: warning };
    const notificationsOf = () => [expiryNotification(instanceId, warning, now)];
    await changeInstance(deps, partnerId, current, { connection }, { notificationsOf });
  });

/**
 * Tells the members of tokens that expire soon. An instance without a due warning takes no call.
 * @returns false when the time ended before all were notified
 */
export const warnOfExpiries = async (
  deps: TableDeps,
  partnerId: string,
  records: readonly InstanceRecord[],
  until: Milliseconds,
): Promise<boolean> => {
  for (const { instance } of records) {
    if (expiryWarningOf(instance, deps.clock()) === null) continue;
    if (deps.clock() >= until) return false;
    await warn(deps, partnerId, instance.id);
  }
  return true;
};
