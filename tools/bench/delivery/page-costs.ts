import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import type { IndexedEvent } from '@swift-worker/time-index/event.ts';
import type { EventRange } from '@swift-worker/time-index/time-grid.ts';
import type { DeliveryScope } from '../../../lambdas/store/delivery/keys.ts';
import { searchEvents } from '../../../lambdas/store/delivery/search-events.ts';
import { nothingWaits } from '../../../lambdas/store/delivery/waiting-reports.ts';
import { metered, newMeter, type Meter } from './metered-index.ts';

export const retryPolicy = { sleep: () => Promise.resolve(), random: () => 0 };

export interface PageCost extends Meter {
  readonly total: number;
  readonly events: readonly IndexedEvent[];
}

/** The cost of one page of a search. */
export const pageCost = async (
  index: DeliveryIndex,
  scope: DeliveryScope,
  range: EventRange,
  page: number,
  now: number,
): Promise<PageCost> => {
  const meter = newMeter();
  const deps = { index: metered(index, meter), retryPolicy, waiting: nothingWaits };
  return { ...(await searchEvents(deps, scope, range, { page, pageSize: 200 }, now)), ...meter };
};
