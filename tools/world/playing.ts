import { routes } from '../../lambdas/api/routes.ts';
import type { Choices } from './choices.ts';
import { openGround, type Ground } from './ground.ts';
import { invariants } from './invariants/invariants.ts';
import { viewOf, type View } from './invariants/view.ts';
import { watches } from './invariants/watches.ts';
import { replaceChance } from './seeded-chance.ts';
import { World, type WorldOptions } from './world.ts';

export interface Violation {
  readonly rule: string;
  readonly what: string;
}

/** Readies a process that plays schedules alone. Operations are loaded before the clock of a world runs. */
export const readyProcess = async (): Promise<void> => {
  replaceChance();
  await Promise.all(routes.map((route) => route.operation()));
};

/** Opens a world with its ground. Its rules are watched from the beginning. */
export const openWorld = async (
  choices: Choices,
  options: WorldOptions = {},
): Promise<{ readonly world: World; readonly ground: Ground }> => {
  const world = new World(choices, options);
  world.watching.begin(watches);
  return { world, ground: await openGround(world) };
};

export interface Settled {
  /** What can be seen; null when a record can't be read. */
  readonly view: View | null;
  /** The rules that are broken then, or were broken meanwhile. */
  readonly violations: readonly Violation[];
}

/** Lets all work end. */
export const settled = async (world: World): Promise<Settled> => {
  await world.settle();
  const view = await viewOf(world).catch((error: unknown) => new Error(String(error), { cause: error }));
  if (view instanceof Error)
    return { view: null, violations: [{ rule: 'every record can be read', what: view.message }] };
  const violations = invariants.flatMap(({ rule, broken }) => broken(view).map((what) => ({ rule, what })));
  return { view, violations };
};
