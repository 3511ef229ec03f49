import type { IndexedEvent } from '@swift-worker/time-index/event.ts';
import { foldEvents } from '@swift-worker/time-index/fold-events.ts';
import type { PlanDeps } from '@swift-worker/time-index/plan-hours.ts';
import type { RetryPolicy } from '../table/commit.ts';
import { indexScope, type DeliveryScope } from './keys.ts';
import { repeating } from './repeating.ts';

export interface FoldDeps extends PlanDeps {
  readonly retryPolicy: RetryPolicy;
}

/**
 * Ensures that the index of a scope holds each of the events once.
 * @throws ServiceError temporarily_unavailable when other commits changed the index during every try
 */
export const foldScope = (
  { index, limits, retryPolicy }: FoldDeps,
  scope: DeliveryScope,
  events: readonly IndexedEvent[],
): Promise<void> => foldEvents({ index, limits, repeat: repeating(retryPolicy) }, indexScope(scope), events);
