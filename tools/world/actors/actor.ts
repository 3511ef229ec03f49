import type { Ask } from '../../access-patterns/scenario.ts';
import type { Ground } from '../ground.ts';
import type { World } from '../world.ts';

/** One who acts beside others. */
export interface Actor {
  readonly name: string;
  /** Its end depends on who comes first, or on how long something takes. */
  readonly isTimed?: true;
  readonly act: (world: World, ground: Ground) => Promise<void>;
}

export type Act = () => Promise<void>;

/** One whose act needs more than the ground. What it prepares is no event. */
export interface PreparedActor {
  readonly name: string;
  readonly isTimed?: true;
  /** Of the answer to its last call, when nothing breaks. */
  readonly status?: number;
  readonly prepare: (world: World, ground: Ground) => Promise<Act>;
}

export type Player = Actor | PreparedActor;

/** Readies what an actor does. */
export const readied = (world: World, ground: Ground, player: Player): Promise<Act> =>
  'act' in player ? Promise.resolve(() => player.act(world, ground)) : player.prepare(world, ground);

type Given = Readonly<Record<string, unknown>>;

/** Makes one call. */
export const calling =
  (route: string, given: (ground: Ground) => Given = () => ({}), method: Ask['method'] = 'POST'): Actor['act'] =>
  async (world, ground) => {
    await world.call(route, method, given(ground));
  };

/** Makes one call as an owner of the partner's team. */
export const callingAsOwner =
  (route: string, given: Given = {}, method: Ask['method'] = 'POST'): Actor['act'] =>
  async (world, { owner }) => {
    await world.call(route, method, given, owner);
  };
