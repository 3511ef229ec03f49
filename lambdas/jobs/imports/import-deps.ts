import type { Deadline } from '../../kernel/deadline.ts';
import type { Clock, Milliseconds } from '../../kernel/time.ts';
import type { RetryPolicy, Table } from '../../store/table/table.ts';

export interface ImportDeps {
  readonly table: Table;
  readonly retryPolicy: RetryPolicy;
  readonly clock: Clock;
  readonly newId: (now: Milliseconds) => string;
  readonly deadline: Deadline;
}
