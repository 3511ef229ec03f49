import type { Milliseconds } from '../domain/time.ts';
import type { InstanceDeps } from '../instances/instance-deps.ts';
import type { DeliveryIndex } from '../store/delivery/delivery-index.ts';

export interface ErasureDeps extends InstanceDeps {
  readonly index: DeliveryIndex;
  /**
   * How long calls, deliveries and folds that began before the customer was closed may take, and what environments
   * remember of its lines is believed.
   */
  readonly quiet: Milliseconds;
}
