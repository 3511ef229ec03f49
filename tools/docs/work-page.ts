import {
  described,
  hintReceptions,
  queueNames,
  queues,
  work,
  workKinds,
  whenLate,
  type Retry,
} from '../../lambdas/kernel/work.ts';
import { queueVariable, variables } from '../../lambdas/runtime/environment.ts';
import { code, generatedNote, page, table } from './markdown.ts';

const seconds = (milliseconds: number): string => `${milliseconds / 1_000} s`;

const retryOf = (retry: Retry): string => {
  switch (retry.kind) {
    case 'lease':
      return 'when the lease has expired';
    case 'backoff': {
      const tries = retry.tries === null ? 'without end' : `${retry.tries} tries`;
      return `after ${seconds(retry.first)}, doubling to ${seconds(retry.longest)}; ${tries}`;
    }
    case 'webhook':
      return 'by the retry policy of `domain/webhook/retry.ts`';
  }
};

/** docs/work.md: the table of work. */
export const workPage = (): string =>
  page(
    '# Background work',
    generatedNote,
    'Each kind of work is an item of the index `due` until it is done. `lambdas/store/table/work.ts` has the protocol by which a worker claims it and records its steps ([ADR 5](adr/0005-due-work.md)).',
    table(
      ['kind', 'queue', 'what is done', 'lease', 'tried again', 'when the tries are used up'],
      workKinds.map((kind) => [
        code(kind),
        code(work[kind].queue),
        described[kind].about,
        seconds(work[kind].lease),
        retryOf(work[kind].retry),
        described[kind].atEnd ?? '–',
      ]),
    ),
    '## Queues',
    `A hint that was received ${hintReceptions} times without success moves to the dead-letter queue \`FailedQueue\`. The sweep still finds its work.`,
    table(
      ['queue', 'variable', 'function', 'while its work is late'],
      queueNames.map((name) => [code(name), code(variables[queueVariable(name)]), code(queues[name]), whenLate[name]]),
    ),
  );
