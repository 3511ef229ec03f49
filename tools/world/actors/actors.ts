import { optionalEventTypes } from '../../../lambdas/domain/event.ts';
import { sceneGroundOf } from '../scene-ground.ts';
import { readied, type Player, type PreparedActor } from './actor.ts';
import { connectionActors } from './connections.ts';
import { customerActors, customerPlayers } from './customers.ts';
import { lineActors } from './lines.ts';
import { operatorActors, operatorCommands } from './operator.ts';
import { platformActors } from './platform.ts';
import { raceActors } from './races.ts';
import { longReportActors, reportActors } from './reports.ts';
import { sceneActors, sceneCommands } from './scenes.ts';
import { searchActors } from './searches.ts';
import { teamActors } from './team.ts';
import { templateActors } from './templates.ts';
import { usageActors } from './usage.ts';
import { webhookActors } from './webhooks.ts';

export const actors: readonly Player[] = [
  ...connectionActors,
  ...lineActors,
  ...customerActors,
  ...customerPlayers,
  ...searchActors,
  ...webhookActors,
  ...reportActors,
  ...templateActors,
  ...platformActors,
  ...teamActors,
  ...raceActors,
];

/** Every command of the API and of the operator, each alone in a state that is usual or remarkable for it. */
export const commandActors: readonly Player[] = [...sceneCommands, ...operatorCommands];

/** An actor whose partner receives every event. */
const subscribed = (player: Player): PreparedActor => ({
  name: `${player.name}, with its events`,
  ...(player.isTimed && { isTimed: true }),
  prepare: async (world, ground) => {
    const { ground: known } = sceneGroundOf(world, ground);
    await known.call('update-partner-webhook-event-types', { event_types: optionalEventTypes });
    return readied(world, ground, player);
  },
});

/** All of them. */
export const players: readonly Player[] = [
  ...actors,
  ...[...connectionActors, ...lineActors, ...platformActors, ...templateActors].map(subscribed),
  ...longReportActors,
  ...usageActors,
  ...sceneActors,
  ...operatorActors,
];
