import type { Deadline } from '../kernel/deadline.ts';
import type { KeyEnvironment } from '../domain/credentials.ts';
import type { RateLimit } from '../domain/rate.ts';
import type { Clock } from '../kernel/time.ts';
import type { Vault } from '../domain/vault.ts';
import type { OutboundSender } from '../outbound/client.ts';
import type { PlatformClient } from '../platform/client.ts';
import type { PlatformApp } from '../platform/sign-up.ts';
import type { RetryPolicy } from '../store/table/commit.ts';
import type { ReportingInstances } from '../store/delivery/reporting-instances.ts';
import type { Table } from '../store/table/table.ts';
import type { MemberPool } from '../team/member-pool.ts';

export interface Deps {
  readonly table: Table;
  readonly reportingInstances: ReportingInstances;
  /** Of a partner's invitations to one address, and of the mails to it, whoever invites. */
  readonly addressLimit: RateLimit;
  readonly retryPolicy: RetryPolicy;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Buffer;
  readonly deadline: Deadline;
  readonly platform: PlatformClient;
  /** The app at the platform with its secret, which is read on first use. */
  readonly app: () => Promise<PlatformApp>;
  readonly reportIncident: () => void;
  /** For URLs that a partner controls. */
  readonly outbound: OutboundSender;
  readonly pool: MemberPool;
  /** `live` in production, `test` elsewhere. */
  readonly keyEnvironment: KeyEnvironment;
  /** `local`, `staging` or `production`, as in events. */
  readonly environment: string;
  readonly baseUrl: string;
  /** The URL that takes the platform's callbacks; null without an app at the platform. */
  readonly relayUrl: string | null;
  /** Whether the stage sends critical notifications by e-mail. */
  readonly sendsNotices: boolean;
  /** A new UUIDv7 whose time is `now`. */
  readonly newId: (now: number) => string;
}
