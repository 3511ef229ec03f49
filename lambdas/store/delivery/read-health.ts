import type { Consistency } from '@swift-worker/time-index/delivery-index.ts';
import type { HealthFigures } from '@swift-worker/time-index/figures.ts';
import type { HealthWindow } from '@swift-worker/time-index/health-window.ts';
import { readFigures } from '@swift-worker/time-index/read-figures.ts';
import { indexScope, type DeliveryScope } from './keys.ts';
import { repeating } from './repeating.ts';
import type { ReadDeps } from './search-events.ts';

/**
 * The health figures of a scope within a window, including the reports that wait.
 * @throws ServiceError temporarily_unavailable when the index changed during every try
 */
export const readHealth = async (
  { index, retryPolicy, waiting }: ReadDeps,
  scope: DeliveryScope,
  window: HealthWindow,
  consistency: Consistency = 'eventual',
): Promise<HealthFigures> => {
  const reports = await waiting(scope, consistency);
  return readFigures({ index, repeat: repeating(retryPolicy) }, indexScope(scope), reports, window, consistency);
};
