import { createPlatformClient, platformLimits, type PlatformClient, type PlatformLimits } from '../platform/client.ts';
import { createPlatformHttp } from '../platform/http.ts';
import { platformBudgets } from '../store/platform-budgets.ts';
import type { Table } from '../store/table.ts';
import { systemClock, systemPatience } from './clock.ts';
import { variables } from './environment.ts';
import { consoleLog } from './logger.ts';
import { measuredPlatform } from './measured-platform.ts';
import { embedded } from '../domain/metrics.ts';

/** For calls of which several follow each other within one request of a browser. */
export const whileABrowserWaits: PlatformLimits = { ...platformLimits, exchange: 12_000, whole: 12_000, attempts: 2 };

/** The messaging platform, with the budget of each business account shared by all functions. */
export const openPlatform = (graphUrl: string, table: Table, limits = platformLimits): PlatformClient => {
  const log = consoleLog({ stage: process.env[variables.stage] });
  const budget = platformBudgets(table, systemPatience, (wabaId, percent, now) => {
    log.info('platform budget', { waba_id: wabaId, ...embedded(now, { platform_budget_used: percent }) });
  });
  const client = createPlatformClient({
    http: createPlatformHttp(graphUrl),
    budget,
    clock: systemClock,
    random: systemPatience.random,
    sleep: systemPatience.sleep,
    limits,
  });
  return measuredPlatform(client, systemClock, log);
};
