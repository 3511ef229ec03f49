import { blockLimits } from '@swift-worker/time-index/index-limits.ts';
import { systemRetryPolicy } from '../../lambdas/runtime/clock.ts';
import { foldScope } from '../../lambdas/store/delivery/fold-scope.ts';
import type { DeliveryScope } from '../../lambdas/store/delivery/keys.ts';
import { tableIndex } from '../../lambdas/store/delivery/table-index.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { instancesOf, randomFrom, trafficOf } from '../bench/delivery/event-traffic.ts';
import { indexedEvents } from '../bench/delivery/indexed-events.ts';

/** Creates reports of a partner's messages at an even rate, and indexes them as the fold does. */
export const plantReports = async (
  table: Table,
  partnerId: string,
  period: { readonly messages: number; readonly from: number; readonly to: number },
): Promise<void> => {
  const instances = instancesOf(5, 2, randomFrom(5), period.from);
  const events = indexedEvents(trafficOf({ ...period, instances, seed: 11 }));
  const deps = { index: tableIndex(table), retryPolicy: systemRetryPolicy, limits: blockLimits };
  const scope: DeliveryScope = { kind: 'partner', partnerId };
  const batch = 4_000;
  for (let first = 0; first < events.length; first += batch) {
    await foldScope(deps, scope, events.slice(first, first + batch));
  }
};
