import { z } from 'zod';
import { Failure } from '../failure.ts';
import type { Stage } from '../stage.ts';
import type { Version } from '../stage-cloud.ts';
import { enter, unentered } from './entered.ts';

/** An alias, and the version that it goes back to; null: there is none before. */
const step = z.object({ function: z.string(), from: z.string(), to: z.string().nullable() });
export type Step = z.infer<typeof step>;
export const rollback = z.object({ functions: z.array(step), unentered });

/** A restore moved the calls to another table, or ended the maintenance. @throws Failure when the version before is from before that */
const requireAlike = (name: string, before: Version, present: Version): void => {
  const stateOf = ({ number, table, maintenance }: Version): string =>
    `${number} of ${name} uses ${table === null ? 'no table' : `the table ${table}`}${maintenance ? ', and answers 503' : ''}`;
  if (before.table === present.table && before.maintenance === present.maintenance) return;
  throw new Failure('refused', 'invalid_state', `version ${stateOf(before)}; ${stateOf(present)}`, {
    next: 'mend it by a deployment with the tables that serve now',
  });
};

/**
 * What a roll-back does, or its undoing, which brings the aliases to the newest versions: those of the stack.
 * @throws Failure while a release is in flight, or when nothing can move
 */
export const rollbackSteps = async ({ cloud }: Stage, undo: boolean): Promise<Step[]> => {
  const releases = await cloud.releases();
  const moving = releases.find(({ next }) => next !== null);
  if (moving !== undefined) {
    throw new Failure('refused', 'invalid_state', `a release of ${moving.function} is in flight: CodeDeploy moves it`, {
      next: 'stop it, which rolls it back: docs/runbook.md#take-a-release-back',
    });
  }
  const steps = await Promise.all(
    releases.map(async ({ function: name, version }) => {
      const known = await cloud.versions(name);
      // A second run, after a lost answer, would take two releases back.
      const newest = known.at(-1);
      const isNewest = Number(version) === newest?.number;
      const to = undo ? newest : known.at(-2);
      if (newest === undefined || to === undefined || isNewest === undo)
        return { function: name, from: version, to: null };
      if (!undo) requireAlike(name, to, newest);
      return { function: name, from: version, to: String(to.number) };
    }),
  );
  if (steps.every(({ to }) => to === null)) {
    throw new Failure(
      'refused',
      'invalid_state',
      `no function has a version ${undo ? 'after' : 'before'} the present one`,
    );
  }
  return steps;
};

/** Points every alias to another version. A step that fails keeps no other from its own. @throws Failure that names those that failed */
export const rollBack = async (stage: Stage, undo: boolean): Promise<z.infer<typeof rollback>> => {
  const functions = await rollbackSteps(stage, undo);
  const why = await enter(stage, 'fix rollback', { undo });
  const outcomes = await Promise.allSettled(
    functions.flatMap(({ function: name, to }) => (to === null ? [] : [stage.cloud.point(name, to)])),
  );
  const now = new Map((await stage.cloud.releases()).map((release) => [release.function, release.version]));
  const left = functions.filter(({ function: name, to }) => to !== null && now.get(name) !== to);
  if (left.length === 0) return { functions, unentered: why };
  const cause: unknown = outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  const names = left.map(({ function: name }) => name).join(', ');
  // A repetition would take those that were moved further.
  throw new Failure('refused', 'invalid_state', `the others were moved, and not ${names}${reason}`, {
    next: 'move them alone: docs/runbook.md#take-a-release-back',
    cause,
  });
};
