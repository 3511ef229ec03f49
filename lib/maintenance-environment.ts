import type { Variable } from '../lambdas/runtime/environment.ts';
import { answersIn } from './maintenance.ts';
import type { StageConfig } from './stages.ts';

/** The environment variable that makes functions that are called from outside answer 503 during a maintenance. */
export const maintenanceEnvironment = ({ tables }: StageConfig): Partial<Record<Variable, string>> =>
  answersIn(tables.maintenance) ? {} : { maintenance: 'on' };
