import { CallCounter, type CallCounterDeps } from '../../lambdas/api/call-counter.ts';
import type { Clock } from '../../lambdas/kernel/time.ts';
import { newId } from '../../lambdas/runtime/clock.ts';
import type { Table } from '../../lambdas/store/table/table.ts';
import { writeCallCount } from '../../lambdas/store/usage/call-counts.ts';

/** Each call waits for its number to be written, so that usage is exact at any time. */
export const atOnce: CallCounterDeps['later'] = (run) => {
  run();
};

/** The counter of an environment's calls, as the dispatcher wires it but for `later`. */
export const callCounter = (
  table: Table,
  clock: Clock,
  later: CallCounterDeps['later'],
  onError: CallCounterDeps['onError'],
): CallCounter =>
  new CallCounter({ clock, newId, write: (...count) => writeCallCount(table, ...count), later, onError });
