import type { Case } from '../../../lambdas/api/scenes/scene.ts';
import { askOf, methodOf } from '../../scenes/ask-of.ts';
import { scenes } from '../../scenes/scenes.ts';
import { sceneGroundOf } from '../scene-ground.ts';
import type { PreparedActor } from './actor.ts';
import { acceptedReports } from './reports.ts';

const actorOf = (route: string, it: Case): PreparedActor => ({
  name: `${route}: ${it.about}`,
  status: it.status,
  prepare: async (world, known) => {
    const { ground, bearerOf } = sceneGroundOf(world, known);
    const ask = { ...(await askOf(route, it, ground)), bearer: bearerOf(it.as ?? 'partner') };
    return async () => {
      const answer = await world.ask(route, ask);
      if (route.startsWith('report-')) world.ledger.reports.push(...acceptedReports(ask.given, answer));
    };
  },
});

const played = scenes.flatMap(({ route, cases }) =>
  cases.filter(({ isLarge }) => isLarge !== true).map((it) => ({ route, actor: actorOf(route, it) })),
);

/** One for each case of a scene; those of large partners differ in the length of their answers alone. */
export const sceneActors: readonly PreparedActor[] = played.map(({ actor }) => actor);

/** Those that change something. */
export const sceneCommands: readonly PreparedActor[] = played
  .filter(({ route }) => methodOf(route) !== 'GET')
  .map(({ actor }) => actor);
