import { CallCounter } from '../../lambdas/api/call-counter.ts';
import type { Clock } from '../../lambdas/kernel/time.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { writeCallCount } from '../../lambdas/store/usage/call-counts.ts';

/** The counter of an environment's calls, as the dispatcher wires it. */
export const callCounter = (table: Table, clock: Clock, onError: (error: unknown) => void): CallCounter =>
  new CallCounter({ clock, newId, write: (...count) => writeCallCount(table, ...count), onError });
