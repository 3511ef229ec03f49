import {
  described,
  hintReceptions,
  queueNames,
  queues,
  work,
  workKinds,
  whenLate,
  type Retry,
} from '../../lambdas/domain/work.ts';
import { queueVariable, variables } from '../../lambdas/runtime/environment.ts';
import { code, generatedNote, page, table } from './markdown.ts';

const seconds = (milliseconds: number): string => `${milliseconds / 1_000} s`;

const retryOf = (retry: Retry): string => {
  switch (retry.kind) {
    case 'lease':
      return 'when the lease has run out';
    case 'backoff': {
      const tries = retry.tries === null ? 'without end' : `${retry.tries} tries`;
      return `after ${seconds(retry.first)}, doubling to ${seconds(retry.longest)}; ${tries}`;
    }
    case 'webhook':
      return 'by the schedule of `domain/webhook/retry.ts`';
  }
};

/** The table of work as a page. */
export const workPage = (): string =>
  page(
    '# Work that waits',
    generatedNote,
    'Each kind of work is an item of the index `due` until it is done. How a worker takes it and records its steps is in `lambdas/store/table/work.ts` ([ADR 5](adr/0005-due-work.md)).',
    table(
      ['kind', 'queue', 'what is done', 'lease', 'tried again', 'at the end of the tries'],
      workKinds.map((kind) => [
        code(kind),
        code(work[kind].queue),
        described[kind].about,
        seconds(work[kind].lease),
        retryOf(work[kind].retry),
        described[kind].atEnd ?? '–',
      ]),
    ),
    '## Queues of hints',
    `A hint that was received ${hintReceptions} times in vain goes to the queue for what failed. The sweep goes on finding its work.`,
    table(
      ['queue', 'variable', 'function', 'while its work is late'],
      queueNames.map((name) => [code(name), code(variables[queueVariable(name)]), code(queues[name]), whenLate[name]]),
    ),
  );
