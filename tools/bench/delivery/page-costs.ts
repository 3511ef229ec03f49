import type { EventRange } from '../../../lambdas/domain/delivery/event-range.ts';
import type { DeliveryIndex } from '../../../lambdas/store/delivery/delivery-index.ts';
import type { DeliveryScope } from '../../../lambdas/store/delivery/keys.ts';
import { searchEvents } from '../../../lambdas/store/delivery/search-events.ts';
import type { IndexedEvent } from '../../../lambdas/domain/delivery/message-state.ts';
import { nothingWaits } from './memory-index.ts';
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
