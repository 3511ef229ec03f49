import type { Deadline } from '../domain/deadline.ts';
import type { Clock, Milliseconds } from '../domain/time.ts';
import type { RetryPolicy, Table } from '../store/table/table.ts';

export interface ImportDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
}
