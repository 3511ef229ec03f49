import type { Clock, Milliseconds } from '../kernel/time.ts';
import type { Deadline } from '../kernel/deadline.ts';
import { isActiveKey, keyWarning, keyWarningAt } from '../domain/partner-key.ts';
import { notificationClauses } from '../store/notifications/notifications.ts';
import { readPartnerKey } from '../store/partners/callers.ts';
import { commit } from '../store/table/commit.ts';
import type { WorkKey } from '../store/table/keys.ts';
import type { Table } from '../store/table/table.ts';
import { claimWork, finished, paused, recordClause } from '../store/table/work.ts';

interface WatchKeyDeps {
  readonly table: Table;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
}

/** Notifies owners and admins of a key that ends soon. A key that was revoked or rotated meanwhile has another link, without the lease. */
export const watchKey = async (deps: WatchKeyDeps, work: WorkKey<'keyWatch'>): Promise<void> => {
  const claim = await claimWork(deps, work);
  if (claim === null) return;
  const { table, newId } = deps;
  const { partnerId, keyId } = work;
  const key = await readPartnerKey(table, keyId);
  const now = deps.clock();
  const warnings = key !== null && isActiveKey(key, now) ? keyWarning(key, now) : [];
  const next = key === null ? null : keyWarningAt(key, now);
  await commit(table, [
    recordClause({ table, key: work, lease: claim.lease }, next === null ? finished : paused(next)),
    ...notificationClauses(table, newId)(partnerId, warnings, now),
  ]);
};
