import { createPlatformClient, platformLimits, type PlatformClient, type PlatformLimits } from '../platform/client.ts';
import { createPlatformHttp } from '../platform/http.ts';
import { platformBudgets } from '../store/platform-budgets.ts';
import type { Table } from '../store/table.ts';
import { systemClock, systemPatience } from './clock.ts';

/** For calls of which several follow each other within one request of a browser. */
export const whileABrowserWaits: PlatformLimits = { ...platformLimits, exchange: 12_000, whole: 12_000, attempts: 2 };

/** The messaging platform, with the budget of each business account shared by all functions. */
export const openPlatform = (graphUrl: string, table: Table, limits = platformLimits): PlatformClient =>
  createPlatformClient({
    http: createPlatformHttp(graphUrl),
    budget: platformBudgets(table, systemPatience),
    clock: systemClock,
    random: systemPatience.random,
    sleep: systemPatience.sleep,
    limits,
  });
