import type { DeliveryIndex } from '@swift-worker/time-index/delivery-index.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import type { AppDeps } from '../../lines/instance-deps.ts';

export interface ErasureDeps extends AppDeps {
  readonly index: DeliveryIndex;
  /**
   * The longest that calls, deliveries and folds may take that began before the customer was closed, and that caches of
   * its instances are valid.
   */
  readonly quiet: Milliseconds;
}
