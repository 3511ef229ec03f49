import type { Variable } from '../lambdas/runtime/environment.ts';
import type { StageConfig } from './stages.ts';

/** In the stage `local` only, endpoints may be on this machine. */
export const outboundEnvironment = (stage: StageConfig): Partial<Record<Variable, string>> =>
  stage.name === 'local' ? { allowLoopback: 'true' } : {};
