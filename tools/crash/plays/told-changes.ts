import { resumeSession } from '../../../lambdas/connect/resume-session.ts';
import { optionalEventTypes } from '../../../lambdas/domain/event.ts';
import { hour } from '../../../lambdas/kernel/time.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { subscribe } from '../../harness/told-events.ts';
import type { Play } from '../play.ts';
import type { Stage } from '../stage.ts';
import { done } from '../told.ts';
import { connectPlays, sceneOf } from './connecting.ts';
import { refreshPlays } from './instance-refresh.ts';
import { callbackPlays } from './platform-callbacks.ts';
import { scenePlays } from './scenes.ts';

const all = (stage: Stage): Promise<void> =>
  subscribe(stage.surroundings.table, stage.partner.partnerId, ...optionalEventTypes);

/** The same play for a partner that is told of every change. */
const told = (plays: readonly Play[], about: string): Play => {
  const play = plays.find((one) => one.about === about);
  if (play === undefined) throw new Error(`no play is about ${about}`);
  return {
    ...play,
    about: `${about}, told`,
    prepare: async (stage) => {
      await all(stage);
      return play.prepare(stage);
    },
  };
};

const expiry: Play = {
  name: 'lifecycle',
  about: 'a link that expires, told',
  prepare: async (stage) => {
    await all(stage);
    const scene = await sceneOf(stage);
    const link = await scene.newInstance();
    stage.surroundings.clock.pass(24 * hour);
    const hint = keys.connectSession(scene.partnerId, link.instanceId, link.sessionId);
    return {
      again: 'queue',
      act: async (it) => {
        await runWork({ connection: (work, begunBy) => resumeSession(it.connect, work, begunBy) }, hint);
        return done;
      },
    };
  },
};

/** Changes of lines, sessions and templates whose events are in their commits. */
export const toldPlays: readonly Play[] = [
  told(callbackPlays, 'app uninstalled'),
  told(callbackPlays, 'account restricted'),
  told(callbackPlays, 'template paused'),
  told(callbackPlays, 'template category to come'),
  told(refreshPlays, 'a lost token that is accepted again'),
  told(refreshPlays, 'a reported loss that the platform confirms'),
  told(refreshPlays, 'with the deregistration of its number'),
  told(connectPlays, 'the return from the platform'),
  told(connectPlays, 'an interrupted connection'),
  expiry,
  told(scenePlays, 'three connected instances'),
];
