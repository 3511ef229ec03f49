import { embedded } from '../kernel/metrics.ts';
import { systemClock } from './clock.ts';
import type { Log } from './logger.ts';

/** Logs the begin of an incident of the platform, which an alarm counts. */
export const incidentReport = (log: Log) => (): void => {
  log.error('the platform refuses valid access', embedded(systemClock(), { platform_incidents: 1 }));
};
