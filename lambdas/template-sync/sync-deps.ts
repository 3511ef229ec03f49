import type { InstanceDeps } from '../lines/instance-deps.ts';

export interface SyncDeps extends InstanceDeps {
  /** Templates of a page. The platform's default is 25. */
  readonly pageSize: number;
}

/** Pages of this size are far below the limit of the platform client, even with long templates. */
export const usualPageSize = 250;
