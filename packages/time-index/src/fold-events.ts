import type { IndexedEvent } from './event.ts';
import { entriesByHour } from './state-changes.ts';
import { octaveOfHour } from './time-grid.ts';
import { hoursInCommit } from './index-limits.ts';
import type { IndexScope, Repeat } from './delivery-index.ts';
import { planHours, type EntriesByHour, type PlanDeps } from './plan-hours.ts';

export interface FoldDeps extends PlanDeps {
  readonly repeat: Repeat;
}

/**
 * Adds entries of a few hours to the index, all or none: the lists and all counts above them change in one transaction.
 * Segments are written before it. Readers ignore a segment until a committed list names it. @throws IndexChanged
 */
const foldHours = async (deps: FoldDeps, scope: IndexScope, byHour: EntriesByHour): Promise<void> => {
  const plan = await planHours(deps, scope, byHour, 'strong');
  if (plan === null) return;
  const { partition, segments, nodes, obsolete } = plan;
  await deps.index.putSegments(partition, segments);
  await deps.index.commit(partition, nodes);
  if (obsolete.length > 0) await deps.index.remove(partition, obsolete);
};

const octaveOfEntry = ([hour]: EntriesByHour[number]): number => octaveOfHour(hour);

const commitsOf = (events: readonly IndexedEvent[]): readonly EntriesByHour[] => {
  const hours = Array.from(entriesByHour(events));
  return Array.from(Map.groupBy(hours, octaveOfEntry).values()).flatMap((inOctave) =>
    Array.from({ length: Math.ceil(inOctave.length / hoursInCommit) }, (_, chunk) =>
      inOctave.slice(chunk * hoursInCommit, (chunk + 1) * hoursInCommit),
    ),
  );
};

/**
 * Ensures that the index of a scope holds each of the events once. The events may be given repeatedly, in any order and
 * in any batch. After a crash, a repetition adds only what was not committed.
 */
export const foldEvents = async (deps: FoldDeps, scope: IndexScope, events: readonly IndexedEvent[]): Promise<void> => {
  for (const byHour of commitsOf(events)) await deps.repeat(() => foldHours(deps, scope, byHour));
};
