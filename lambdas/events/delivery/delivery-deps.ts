import type { Deadline } from '../../kernel/deadline.ts';
import type { Clock, Milliseconds } from '../../kernel/time.ts';
import type { Vault } from '../../domain/vault.ts';
import type { OutboundSender } from '../../outbound/client.ts';
import type { Log } from '../../runtime/logger.ts';
import type { Lru } from '../../kernel/lru.ts';
import type { RetryPolicy } from '../../store/table/commit.ts';
import type { NotificationClauses } from '../../store/notifications/notifications.ts';
import type { Table } from '../../store/table/table.ts';

/** The dependencies of sending events, for the workers and the outbox keeper. */
export interface DeliveryDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newId: (now: number) => string;
  /** The sender of this invocation. It ends every exchange before the deadline. */
  readonly outbound: OutboundSender;
  readonly deadline: Deadline;
  readonly vault: Vault;
  readonly notifications: NotificationClauses;
  readonly log: Log;
  /** `local`, `staging` or `production`, as events name it. */
  readonly environment: string;
  /** The divisor of all waiting times: 1, or 1,000 with `--fast-retries`. */
  readonly divisor: number;
  /** Runs a function after a delay. @returns a function that cancels it */
  readonly after: (milliseconds: Milliseconds, run: () => void) => () => void;
  /** When an endpoint last answered this environment, by its id and revision. */
  readonly answers: Pick<Lru<Milliseconds>, 'get' | 'set'>;
  /** The concurrency slots of a slow endpoint: how many workers may send to it at a time. */
  readonly slots: number;
}
