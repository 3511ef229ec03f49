import type { DueHint } from '../kernel/due.ts';
import type { Worker, WorkKind, WorkOf } from '../kernel/work.ts';
import { workKeyOf, type WorkKey } from '../store/table/keys.ts';
import { unlessLost } from '../store/table/work.ts';
import { begunBy } from './logger.ts';

/** Tells the request id of the call that began the work; null when it is not known. */
export type BegunBy = (requestId: string | null) => void;

type RunnersOf<K extends WorkKind> = { readonly [P in K]: (work: WorkKey<P>, begunBy: BegunBy) => Promise<void> };

/** A function's runner for each kind of its work. A runner may throw WorkLost. */
export type Runners<W extends Worker> = RunnersOf<WorkOf<W>>;

/** Runs the work of a hint. @throws Error when it is another function's */
export const runWork = async (runners: Partial<RunnersOf<WorkKind>>, hint: DueHint): Promise<void> => {
  const work = workKeyOf(hint);
  const run = runners[work.kind] as ((work: WorkKey, begunBy: BegunBy) => Promise<void>) | undefined;
  if (run === undefined) throw new Error(`the function has no runner for work of the kind ${work.kind}`);
  await unlessLost(run(work, begunBy));
};
