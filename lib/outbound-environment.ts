import type { Variable } from '../lambdas/runtime/environment.ts';
import type { StageConfig } from './stages.ts';

/** What the outbound client is told: in the stage `local`, and only there, partners' endpoints may be on this machine. */
export const outboundEnvironment = (stage: StageConfig): Partial<Record<Variable, string>> =>
  stage.name === 'local' ? { allowLoopback: 'true' } : {};
