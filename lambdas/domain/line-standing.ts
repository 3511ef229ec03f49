import type { Instance, InstanceStatus } from './instance.ts';
import { isLimited } from './risk.ts';

/** A connected line is degraded while its callback points elsewhere, or the platform limits its number. */
export const standingOf = (instance: Instance): InstanceStatus => {
  if (instance.status !== 'connected' && instance.status !== 'degraded') return instance.status;
  return instance.callback.state === 'drifted' || isLimited(instance) ? 'degraded' : 'connected';
};
