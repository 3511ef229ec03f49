import type { DueHint } from '../domain/due.ts';
import type { Worker, WorkKind, WorkOf } from '../domain/work.ts';
import { workKeyOf, type WorkKey } from '../store/table/keys.ts';
import { unlessLost } from '../store/table/work.ts';

type RunnersOf<K extends WorkKind> = { readonly [P in K]: (work: WorkKey<P>) => Promise<void> };

/** What a function does for each kind of its work. A runner that finds its work lost throws WorkLost, and that is all. */
export type Runners<W extends Worker> = RunnersOf<WorkOf<W>>;

/** Does the work that a hint names. @throws Error when the hint is of no work of this function */
export const runWork = async (runners: Partial<RunnersOf<WorkKind>>, hint: DueHint): Promise<void> => {
  const work = workKeyOf(hint);
  const run = runners[work.kind] as ((work: WorkKey) => Promise<void>) | undefined;
  if (run === undefined) throw new Error(`work of the kind ${work.kind} is another function's`);
  await unlessLost(run(work));
};
