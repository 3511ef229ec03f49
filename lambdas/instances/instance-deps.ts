import type { Deadline } from '../domain/deadline.ts';
import type { Clock } from '../domain/time.ts';
import type { Vault } from '../domain/vault.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { RetryPolicy } from '../store/table/commit.ts';
import type { Table } from '../store/table/table.ts';

/** What it takes to change what is kept. */
export interface TableDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
  readonly newId: (now: number) => string;
}

/** What working on lines needs, in the API and in the background alike. */
export interface InstanceDeps extends TableDeps {
  readonly vault: Vault;
  /** Of this invocation: it makes no call beyond the deadline. */
  readonly platform: PlatformClient;
  readonly deadline: Deadline;
}
