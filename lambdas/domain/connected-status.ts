import { statusAfter, type Instance } from './instance.ts';
import type { InstanceStatus } from './states/instance-states.ts';
import { isLimited } from './risk.ts';

/** A connected instance is degraded while its callback points elsewhere, or its number is limited or paused. */
export const connectedStatusOf = (instance: Instance): InstanceStatus => {
  const isImpaired = instance.callback.state === 'drifted' || isLimited(instance);
  if (instance.status === 'connected' && isImpaired) return statusAfter(instance, 'degrade');
  if (instance.status === 'degraded' && !isImpaired) return statusAfter(instance, 'recover');
  return instance.status;
};
