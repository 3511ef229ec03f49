import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import { deliveryHealth } from '../domain/delivery/health.ts';
import { healthWindow, inWholeHours } from '../domain/delivery/health-window.ts';
import { verdictChange, watchedHours } from '../domain/delivery/verdict-watch.ts';
import type { Clock } from '../kernel/time.ts';
import { persist, type RetryPolicy } from '../store/table/commit.ts';
import { readVerdict, verdictClause } from '../store/delivery/known-verdict.ts';
import type { ReadWaiting } from '../store/delivery/waiting-reports.ts';
import { readHealth } from '../store/delivery/read-health.ts';
import { commitTelling, notificationClauses } from '../store/notifications/notifications.ts';
import type { Table } from '../store/table/table.ts';

export interface WatchDeps {
  readonly table: Table;
  readonly index: DeliveryIndex;
  /** Reads the reports that are not folded into the index yet. */
  readonly waiting: ReadWaiting;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
  readonly newId: (now: number) => string;
}

/** Updates the verdict on an instance's deliveries, and notifies the partner's members when it has become worse. */
export const watchVerdict = (deps: WatchDeps, partnerId: string, instanceId: string): Promise<void> =>
  persist(deps.retryPolicy, async () => {
    const { table, newId } = deps;
    const now = deps.clock();
    const window = inWholeHours(healthWindow(watchedHours, now));
    const [known, figures] = await Promise.all([
      readVerdict(table, partnerId, instanceId),
      readHealth(deps, { kind: 'instance', partnerId, instanceId }, window, 'strong'),
    ]);
    const change = verdictChange(instanceId, known, deliveryHealth(window, figures, false), now);
    if (change === null) return;
    const clauses = [verdictClause(table, partnerId, instanceId, known, change.known)];
    await commitTelling(table, clauses, notificationClauses(table, newId), partnerId, change.notifications, now);
  });
