import { Failure } from '../../operator/failure.ts';
import type { Erased } from '../backup/erasures.ts';
import type { Restore } from './progress-file.ts';
import type { RestoredStage } from './restored-stage.ts';
import { steps, type Restoring } from './steps.ts';

/** What the person at the terminal asks for. */
export interface Asked {
  readonly stage: string;
  readonly at: string;
  readonly from: string | null;
  /** Who was erased since, when the damaged table can't tell. */
  readonly erased: readonly Erased[] | null;
}

/** A new restore, into the generation after the highest. @throws Failure when a restore is under way that this machine knows nothing of */
export const beginRestore = async (
  stage: RestoredStage,
  { stage: name, at, from, erased }: Asked,
): Promise<Restore> => {
  const { serving, beside, maintenance } = await stage.tables();
  if (maintenance !== 'off') {
    throw new Failure('usage', 'under_way', `the stage is in maintenance (${maintenance}): a restore is under way`, {
      next: 'go on on the machine where it began, or name its file with --progress',
    });
  }
  return {
    ...{ stage: name, at, from, damaged: serving, restored: Math.max(serving, ...beside) + 1, kept: beside },
    ...{ closed: false, erased: erased === null ? null : [...erased], copied: {}, source: null, verified: false },
    ...{ switched: false, erasedAgain: false, opened: false },
  };
};

/** Says what happens, and shows how far a step is. */
export interface Screen {
  readonly say: (line: string) => void;
  /** @returns what counts items on the step's bar */
  readonly begin: (title: string) => { readonly onItems: (count: number) => void; readonly end: () => void };
}

/** Does the steps that are not done yet. */
export const runRestore = async (it: Omit<Restoring, 'onItems'>, screen: Screen, begun: Restore): Promise<Restore> => {
  let progress = begun;
  for (const [index, { title, isDone, run }] of steps.entries()) {
    const numbered = `${String(index + 1)}/${String(steps.length)} ${title}`;
    if (isDone(progress)) {
      screen.say(`${numbered}: done before`);
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
