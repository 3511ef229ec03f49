import type { Variable } from '../lambdas/runtime/environment.ts';
import type { StageConfig } from './stages.ts';

/** The variable of functions that send to queues. */
export const traceEnvironment = ({ tracing }: StageConfig): Partial<Record<Variable, string>> =>
  tracing === 'queues' ? { traceQueues: 'true' } : {};
