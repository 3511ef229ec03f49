import type { Answer } from '../../../lambdas/connect/answer.ts';
import { resumeSession } from '../../../lambdas/connect/resume-session.ts';
import { runWork } from '../../../lambdas/runtime/run-work.ts';
import { keys } from '../../../lambdas/store/table/keys.ts';
import { Scene, type Link } from '../../harness/connect-scene.ts';
import { settle } from '../background.ts';
import { openEnvironment, type Environment } from '../environment.ts';
import { Outside } from '../outside.ts';
import type { Attempt, Play } from '../play.ts';
import { done, type Told } from '../told.ts';
import type { Stage } from '../stage.ts';

/** The business account that the end customer chooses, with its only number. */
const number = '4000000000000001';
const choice = { waba: '3000000000000001', number };

const sceneOf = async (stage: Stage): Promise<Scene> => {
  const { scenery } = stage.surroundings;
  await scenery.control({ number: { id: number, waba_id: choice.waba } });
  const { service } = stage.scene;
  return new Scene(scenery, service, stage.sound().connect, await stage.newCustomer(), stage.url);
};

/** A browser shows the answer. On an error page, the person loads the page again. */
const toldBy = ({ statusCode = 0 }: Answer): Told => ({ ...done, isFinal: statusCode < 500 });

/** An end customer who is sent back to the beginning signs up again. */
const carryOn = async (stage: Stage, scene: Scene, link: Link): Promise<void> => {
  const { session } = await scene.session(link);
  if (session.status !== 'open') return;
  await scene.connect(link, choice);
  await settle(stage.surroundings);
};

const play = (
  about: string,
  prepare: (scene: Scene) => Promise<{ readonly link: Link; readonly act: (it: Environment) => Promise<Answer> }>,
): Play => ({
  name: 'connect',
  about,
  prepare: async (stage): Promise<Attempt> => {
    const scene = await sceneOf(stage);
    const { link, act } = await prepare(scene);
    return {
      again: 'client',
      act: async (it) => toldBy(await act(it)),
      afterwards: () => carryOn(stage, scene, link),
    };
  },
});

const page = (scene: Scene, it: Environment, method: string, path: string): Promise<Answer> =>
  scene.visit(method, path, {}, it.connect);

const resumed: Play = {
  name: 'background',
  about: 'an interrupted connection',
  prepare: async (stage) => {
    const scene = await sceneOf(stage);
    const link = await scene.newInstance();
    const code = await scene.signUp(link, choice);
    const outside = new Outside({ call: 14, kind: 'dies before' });
    await scene.comeBack(link, code, openEnvironment(stage.surroundings, outside).connect);
    await outside.idle();
    stage.surroundings.clock.pass(120_000);
    const hint = keys.connectSession(scene.partnerId, link.instanceId, link.sessionId);
    return {
      again: 'queue',
      act: async (it) => {
        await runWork({ connection: (work, begunBy) => resumeSession(it.connect, work, begunBy) }, hint);
        return done;
      },
      afterwards: () => carryOn(stage, scene, link),
    };
  },
};

export const connectPlays: readonly Play[] = [
  play('the page', async (scene) => {
    const link = await scene.newInstance();
    return { link, act: (it) => page(scene, it, 'GET', `/connect/${link.token}`) };
  }),
  play('the redirect to the platform', async (scene) => {
    const link = await scene.newInstance();
    return { link, act: (it) => page(scene, it, 'POST', `/connect/${link.token}/start`) };
  }),
  play('the return from the platform', async (scene) => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link, choice);
    return { link, act: (it) => scene.comeBack(link, code, it.connect) };
  }),
  play('a reconnection', async (scene) => {
    const first = await scene.newInstance();
    await scene.connect(first, choice);
    const link = await scene.invite(first.instanceId, 'reconnect');
    const code = await scene.signUp(link, choice);
    return { link, act: (it) => scene.comeBack(link, code, it.connect) };
  }),
  resumed,
];
