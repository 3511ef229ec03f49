import type { InstanceDeps } from '../instances/instance-deps.ts';

export interface SyncDeps extends InstanceDeps {
  /** Templates asked for at once; the platform gives 25 when it is not told. */
  readonly pageSize: number;
}

/** Pages of this size stay far below what the platform's client reads, also where templates are long. */
export const usualPageSize = 250;
