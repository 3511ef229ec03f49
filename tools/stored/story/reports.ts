import type { DueHint } from '../../../lambdas/kernel/due.ts';
import { workOn } from '../../processes/background.ts';
import type { Environment } from '../../processes/environment.ts';
import { foldTail, type FoldTailDeps } from '../../../lambdas/reports/fold-tail.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import type { WorkKey } from '../../../lambdas/store/table/keys.ts';
import { awaitedOf } from './work.ts';
import type { Stage } from '../../processes/stage.ts';
import type { Journal } from '../stream.ts';
import { call, type Given } from './calls.ts';
import { hour } from '../../../lambdas/kernel/time.ts';

/** Statuses of a message, by its number: most are read, some are not delivered, some fail. */
const statusesOf = (message: number): readonly Given[] => {
  if (message % 3 === 2) {
    const error =
      message % 2 === 0 ? { error_code: 131026, error_title: 'Message undeliverable' } : { error_code: '470' };
    return [{ status: 'sent' }, { status: 'failed', ...error, error_message: 'Re-engagement message' }];
  }
  const all = [{ status: 'sent' }, { status: 'delivered' }, { status: 'read' }];
  return all.slice(0, 1 + (message % 4));
};

/** Reports the statuses of some messages of each number, up to an hour after they occurred. */
const report = async (stage: Stage, numbers: readonly string[], messages: readonly number[]): Promise<void> => {
  const now = stage.surroundings.clock.now();
  const reports = messages.flatMap((message) =>
    numbers.flatMap((phone_number_id) =>
      statusesOf(message).map((status, index) => ({
        phone_number_id,
        message_id: `wamid.${message}.${phone_number_id}`,
        client_message_id: `own-${message}`,
        recipient: `49150${1_000_000 + message}`,
        template_name: 'one',
        ...status,
        occurred_at: new Date(now - hour + message * 1_000 + index * 60_000).toISOString(),
      })),
    ),
  );
  await call(stage, 'POST', 'report-partner-message-statuses', { reports });
};

const countTo = (count: number, from: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index);

const fold = async (
  stage: Stage,
  run: (it: Environment, hints: readonly DueHint[]) => Promise<void>,
): Promise<void> => {
  await run(stage.sound(), await awaitedOf(stage, 'reportFold'));
};

const foldNow = (stage: Stage): Promise<void> =>
  fold(stage, (it, hints) => workOn(it, stage.surroundings.clock.now(), 'fold', hints));

/** The fold, with an index of the instance that accepts no commits. */
const refused = (fold: FoldTailDeps): FoldTailDeps => ({
  ...fold,
  index: {
    ...fold.index,
    commit: (partition, nodes) =>
      partition.includes('#D#I#')
        ? Promise.reject(new Error('the index takes nothing'))
        : fold.index.commit(partition, nodes),
  },
});

const foldRefused = async (it: Environment, hints: readonly DueHint[]): Promise<void> => {
  const run = { reportFold: (work: WorkKey<'reportFold'>) => foldTail(refused(it.fold), work, Infinity) };
  await Promise.all(hints.map((hint) => runWork(run, hint)));
};

/** Reports of several hours that are folded. */
export const foldedReports = async (stage: Stage, journal: Journal, numbers: readonly string[], from: number) => {
  for (let round = 0; round < 3; round += 1) {
    await report(stage, numbers, countTo(10, from + 100 * round));
    await journal.write(stage.sound());
    await foldNow(stage);
    stage.surroundings.clock.pass(hour);
  }
};

/** Reports that an index did not take, and reports that are not folded yet. */
export const unfoldedReports = async (stage: Stage, journal: Journal, numbers: readonly string[], from: number) => {
  await report(stage, numbers, countTo(4, from));
  await journal.write(stage.sound());
  await fold(stage, foldRefused);
  await report(stage, numbers, countTo(5, from + 100));
  await journal.write(stage.sound());
};

export const messageOf = (number: string, message: number): string => `wamid.${message}.${number}`;
