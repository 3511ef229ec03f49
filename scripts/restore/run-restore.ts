import { Failure } from '../../operator/failure.ts';
import type { Erased } from '../backup/erasures.ts';
import type { Restore } from './progress-file.ts';
import type { RestoredStage } from './restored-stage.ts';
import { steps, type Restoring } from './steps.ts';

/** The request of the person at the terminal. */
export interface Asked {
  readonly stage: string;
  readonly at: string;
  readonly from: string | null;
  /** The customers that were erased since, when the damaged table can't be read. */
  readonly erased: readonly Erased[] | null;
}

/** A new restore, into the generation after the highest. @throws Failure when a restore is in progress without a file on this machine */
export const beginRestore = async (
  stage: RestoredStage,
  { stage: name, at, from, erased }: Asked,
): Promise<Restore> => {
  const { serving, beside, maintenance } = await stage.tables();
  if (maintenance !== 'off') {
    throw new Failure('usage', 'under_way', `the stage is in maintenance (${maintenance}): a restore is in progress`, {
      next: 'continue on the machine where it began, or name its file with --progress',
    });
  }
  return {
    stage: name,
    at,
    from,
    damaged: serving,
    restored: Math.max(serving, ...beside) + 1,
    kept: beside,
    closed: false,
    erased: erased === null ? null : [...erased],
    copied: {},
    source: null,
    verified: false,
    switched: false,
    erasedAgain: false,
    opened: false,
  };
};

/** Prints the steps and the progress of the current one. */
export interface Screen {
  readonly say: (line: string) => void;
  /** @returns a counter for the step's progress bar */
  readonly begin: (title: string) => { readonly onItems: (count: number) => void; readonly end: () => void };
}

/** Runs the steps that are not done yet. */
export const runRestore = async (it: Omit<Restoring, 'onItems'>, screen: Screen, begun: Restore): Promise<Restore> => {
  let progress = begun;
  for (const [index, { title, isDone, run }] of steps.entries()) {
    const numbered = `${String(index + 1)}/${String(steps.length)} ${title}`;
    if (isDone(progress)) {
      screen.say(`${numbered}: already done`);
      continue;
    }
    const bar = screen.begin(numbered);
    try {
      const [done, said] = await run({ ...it, onItems: bar.onItems }, progress);
      it.save(done);
      progress = done;
      bar.end();
      screen.say(`${numbered}: ${said}`);
    } finally {
      bar.end();
    }
  }
  return progress;
};
