import type { Deadline } from '../kernel/deadline.ts';
import { createPlatformClient, type PlatformClient } from '../platform/client.ts';
import { platformLimits, type PlatformLimits } from '../platform/limits.ts';
import { createPlatformHttp, type PlatformHttp } from '../platform/http.ts';
import { versionOf, versionWatch, type VersionWatch } from '../platform/version-watch.ts';
import { platformBudgets } from '../store/platform/platform-budgets.ts';
import type { Table } from '../store/table/table.ts';
import { systemClock, systemRetryPolicy } from './clock.ts';
import { variables } from './environment.ts';
import { consoleLog } from './logger.ts';
import { measuredPlatform } from './measured-platform.ts';
import { embedded } from '../kernel/metrics.ts';

/** For several consecutive calls in one request of a browser. */
export const whileABrowserWaits: PlatformLimits = { ...platformLimits, exchange: 12_000, whole: 12_000, attempts: 2 };

/** The platform's client of one invocation: no call outlasts the deadline. */
export type PlatformWithin = (deadline: Deadline) => PlatformClient;

/** Logs, at most once an hour, that the platform serves another version than this URL has. */
export const openVersionWatch = (graphUrl: string): VersionWatch => {
  const log = consoleLog({ stage: process.env[variables.stage] });
  const asked = versionOf(graphUrl);
  return versionWatch(asked, systemClock, (served, now) => {
    log.warn('the platform serves another version', {
      asked,
      served,
      ...embedded(now, { platform_version_replaced: 1 }),
    });
  });
};

/** All functions share the budget of each business account. */
export const openPlatform = (
  graphUrl: string,
  table: Table,
  limits = platformLimits,
  watch = openVersionWatch(graphUrl),
): PlatformWithin => {
  const log = consoleLog({ stage: process.env[variables.stage] });
  const budget = platformBudgets(table, systemRetryPolicy, (wabaId, percent, now) => {
    log.info('platform budget', { waba_id: wabaId, ...embedded(now, { platform_budget_used: percent }) });
  });
  const http = watch.watching(createPlatformHttp(graphUrl));
  const { random, sleep } = systemRetryPolicy;
  return ({ calls: until, answer }) => {
    const httpWithin: PlatformHttp = (call, limit) => http(call, limit, answer);
    const options = { http: httpWithin, budget, clock: systemClock, random, sleep, limits, until };
    return measuredPlatform(createPlatformClient(options), systemClock, log);
  };
};
