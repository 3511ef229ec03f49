import type { Deadline } from '../domain/deadline.ts';
import type { Clock } from '../domain/time.ts';
import type { Vault } from '../domain/vault.ts';
import type { OutboundSender } from '../outbound/client.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { RetryPolicy } from '../store/table/commit.ts';
import type { ReportingInstances } from '../store/delivery/reporting-instances.ts';
import type { Table } from '../store/table/table.ts';

/** What operations are given: for one invocation, for its calls end with it. */
export interface Deps {
  readonly table: Table;
  readonly reportingInstances: ReportingInstances;
  readonly retryPolicy: RetryPolicy;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Buffer;
  readonly deadline: Deadline;
  readonly platform: PlatformClient;
  /** For whatever a partner controls. */
  readonly outbound: OutboundSender;
  /** `local`, `staging` or `production`, as events say it. */
  readonly environment: string;
  /** Where the hosted pages are: `https://host`, without a path. */
  readonly baseUrl: string;
  /** A fresh UUIDv7 whose time is `now`. */
  readonly newId: (now: number) => string;
}
