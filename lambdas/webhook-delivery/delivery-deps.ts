import type { Deadline } from '../domain/deadline.ts';
import type { Clock, Milliseconds } from '../domain/time.ts';
import type { Vault } from '../domain/vault.ts';
import type { OutboundSender } from '../outbound/client.ts';
import type { Log } from '../runtime/logger.ts';
import type { Lru } from '../domain/lru.ts';
import type { RetryPolicy } from '../store/table/commit.ts';
import type { NotificationClauses } from '../store/notifications/notifications.ts';
import type { Table } from '../store/table/table.ts';

/** What sending events needs, in the workers and in the outbox keeper alike. */
export interface DeliveryDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newId: (now: number) => string;
  /** Of this invocation: no exchange outlives the deadline. */
  readonly outbound: OutboundSender;
  readonly deadline: Deadline;
  readonly vault: Vault;
  readonly notifications: NotificationClauses;
  readonly log: Log;
  /** `local`, `staging` or `production`, as events say it. */
  readonly environment: string;
  /** Of all waits: 1, or 1,000 with `--fast-retries`. */
  readonly divisor: number;
  /** Runs something after a time. @returns takes it back */
  readonly after: (milliseconds: Milliseconds, run: () => void) => () => void;
  /** When endpoints last answered this environment, by partner. */
  readonly answers: Pick<Lru<Milliseconds>, 'get' | 'set'>;
  /** Workers that may send to one slow endpoint at once, at most. */
  readonly lanes: number;
}
