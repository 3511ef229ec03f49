import { z } from 'zod';
import { routes } from '../../../lambdas/api/routes.ts';
import type { Case } from '../../../lambdas/api/scenes/scene.ts';
import { day } from '../../../lambdas/kernel/time.ts';
import { askOf } from '../../scenes/ask-of.ts';
import { sceneOf } from '../../scenes/scenes.ts';
import { tableGround } from '../../scenes/table-ground.ts';
import { settle } from '../background.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { asksEndpoint } from './call-play.ts';
import { endpointOf, notified, reportingNumber, synchronised, templates } from './calls.ts';
import { connectToSimulator, nextNumber } from './customers-and-instances.ts';
import { listedEvent } from './event-list.ts';

const body = z.record(z.string(), z.unknown());

/** The stage as a ground: its partner is all callers. */
const groundOf = (stage: Stage) => {
  const { table, clock } = stage.surroundings;
  const { partner } = stage;
  return tableGround({
    table,
    now: clock.now,
    callers: { partner, bare: partner, populous: partner, sharded: partner, team: partner, owner: stage.member },
    send: async (route, ask) => body.parse(await stage.prepared(route, ask)),
    connect: (instanceId) => connectToSimulator(stage, instanceId, nextNumber(), '2001'),
    settle: () => settle(stage.surroundings),
    endpoint: () => endpointOf(stage),
    event: () => listedEvent(stage),
    account: async () => ({ id: await synchronised(stage), template: templates[0] }),
    reportingNumber: () => reportingNumber(stage),
    reported: { from: clock.now() - 30 * day, to: clock.now() },
    contact: () => Promise.resolve('nowhere@example.com'),
    notification: () => notified(stage),
  });
};

/** What may differ in the answer of a repeated call. */
const progress: Readonly<Record<string, RegExp>> = {
  // After a crash, the instances are taken over when the lease expires. Until then the answer is that the work is in progress.
  'deactivate-partner-customer': /\\*"lifecycle\\*":\{[^}]*\}|(?<=^answer )20[02]|(?<="status":)20[02]/g,
  // A repeated call is one more call.
  'get-partner-usage': /"calls":\d+/g,
};

const playOf = (route: string, it: Case): Play => ({
  name: route,
  about: it.about,
  prepare: async (stage) => {
    const { ground, bearerOf } = groundOf(stage);
    const ask = { ...(await askOf(route, it, ground)), bearer: bearerOf(it.as ?? 'partner') };
    // Without a key, each call is a new command and has its own answer.
    const isKept = it.isOnce === true || ask.method === 'GET' || ask.key !== undefined;
    const differing = progress[route];
    return {
      again: it.isOnce === true ? 'nobody' : 'client',
      asksEndpoint: asksEndpoint(route),
      ...(isKept && { expected: String(it.status) }),
      ...(differing !== undefined && { progress: differing }),
      act: async (environment) => {
        const answered = await stage.call(environment, route, ask);
        return isKept ? answered : { ...answered, text: '' };
      },
    };
  },
});

/** Every case but those of large partners, where only the length differs. */
export const scenePlays: readonly Play[] = routes.flatMap(({ route }) =>
  sceneOf(route)
    .cases.filter(({ isLarge }) => isLarge !== true)
    .map((it) => playOf(route, it)),
);
