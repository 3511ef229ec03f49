import type { Variable } from '../lambdas/runtime/environment.ts';
import { answersIn } from './maintenance.ts';
import type { StageConfig } from './stages.ts';

/** Tells a function that is called from outside whether it may answer. */
export const maintenanceEnvironment = ({ tables }: StageConfig): Partial<Record<Variable, string>> =>
  answersIn(tables.maintenance) ? {} : { maintenance: 'on' };
