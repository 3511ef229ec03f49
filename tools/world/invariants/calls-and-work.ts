import { second } from '../../../lambdas/kernel/time.ts';
import { queueOf } from '../../processes/queue-addresses.ts';
import type { Invariant } from './invariant.ts';
import { textOf, watchEach, type Watch } from './watch.ts';

export const callRules: readonly Invariant[] = [
  { rule: 'every call has a final answer, and none is 500', broken: ({ world }) => world.faults },
  { rule: 'a credential that was taken away is refused after a minute', broken: ({ world }) => world.ledger.lateUses },
  { rule: 'nothing is overdue', broken: ({ overdue }) => overdue },
  {
    rule: 'no message ends in the failed queue',
    broken: ({ world }) => world.systems.queues.get(queueOf('failed')) ?? [],
  },
];

/** Clocks of processes differ by so much. */
const drift = 5 * second;

export const workWatches: readonly Watch[] = [
  watchEach('a lease has one holder', ({ keys, oldImage, newImage, at }) => {
    const [held, taken] = [textOf(oldImage, 'lease'), textOf(newImage, 'lease')];
    if (held === null || taken === null || held === taken) return null;
    // A command that is repeated begins this work anew, and its former worker can no longer record a step.
    if (keys.sk === 'JOB#DEACTIVATE') return null;
    const left = Date.parse(textOf(oldImage, 'due_at') ?? '') - at;
    return left > drift ? `${keys.pk} ${keys.sk}: ${left} ms before its end` : null;
  }),
];
