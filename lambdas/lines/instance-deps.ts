import type { Deadline } from '../kernel/deadline.ts';
import type { Clock } from '../kernel/time.ts';
import type { Vault } from '../domain/vault.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { PlatformApp } from '../platform/sign-up.ts';
import type { RetryPolicy } from '../store/table/commit.ts';
import type { Table } from '../store/table/table.ts';

export interface TableDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
  readonly newId: (now: number) => string;
}

/** The dependencies of work on instances, in the API and in the background. */
export interface InstanceDeps extends TableDeps {
  readonly vault: Vault;
  /** The client of this invocation, which makes no call after the deadline. */
  readonly platform: PlatformClient;
  readonly deadline: Deadline;
}

/** What asks the platform for proof of a loss. */
export interface AppDeps extends InstanceDeps {
  /** The app with its secret, which is read on first use. */
  readonly app: () => Promise<PlatformApp>;
}

/** What refreshes lines. */
export interface RefreshDeps extends AppDeps {
  /** Reports to the operator that the platform refuses valid access. */
  readonly reportIncident: () => void;
}

/** What refreshes lines in the background. */
export interface RoundDeps extends RefreshDeps {
  /** The country in which the platform stores a number's data; null: the platform chooses. */
  readonly region: string | null;
}
