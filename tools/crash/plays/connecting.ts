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
export const choice = { waba: '3000000000000001', number };

export const sceneOf = async (stage: Stage): Promise<Scene> => {
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
  prepare: (
    scene: Scene,
    stage: Stage,
  ) => Promise<{ readonly link: Link; readonly act: (it: Environment) => Promise<Answer> }>,
): Play => ({
  name: 'connect',
  about,
  prepare: async (stage): Promise<Attempt> => {
    const scene = await sceneOf(stage);
    const { link, act } = await prepare(scene, stage);
    return {
      again: 'client',
      act: async (it) => toldBy(await act(it)),
      afterwards: () => carryOn(stage, scene, link),
    };
  },
});

/** A link whose sign-up returned, and that asks which number was meant. */
const asksForNumber = async (stage: Stage, scene: Scene): Promise<Link> => {
  const link = await scene.newInstance();
  const code = await scene.signUp(link, choice);
  const last_onboarded_time = '2023-08-22T19:05:53+0000';
  await stage.surroundings.scenery.control({ number: { id: number, last_onboarded_time } });
  await scene.comeBack(link, code);
  await scene.open(link);
  return link;
};

const pin = '482913';

/** A link whose sign-up returned, and that asks for the PIN of its number. */
const asksForPin = async (stage: Stage, scene: Scene): Promise<Link> => {
  const { control } = stage.surroundings.scenery;
  const link = await scene.newInstance();
  const code = await scene.signUp(link, choice);
  await control({ number: { id: number, pin: { state: 'other', value: pin } } });
  const body = { error: { code: 100, message: 'Invalid parameter' } };
  await control({ fault: { method: 'POST', path: `/${number}`, skip: 1, times: 1, status: 400, body } });
  await scene.comeBack(link, code);
  await scene.open(link);
  return link;
};

const resumed: Play = {
  name: 'lifecycle',
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
    return { link, act: (it) => scene.visit('GET', `/connect/${link.token}`, {}, it.connect) };
  }),
  play('the redirect to the platform', async (scene) => {
    const link = await scene.newInstance();
    await scene.open(link);
    return { link, act: (it) => scene.sendForm(link, 'start', {}, it.connect) };
  }),
  play('the return from the platform', async (scene) => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link, choice);
    return { link, act: (it) => scene.comeBack(link, code, it.connect) };
  }),
  play('the return with a number of the business app', async (scene) => {
    const link = await scene.newInstance();
    const code = await scene.signUp(link, { ...choice, coexistence: '1' });
    return { link, act: (it) => scene.comeBack(link, code, it.connect) };
  }),
  play('the end of the window of a sign-up', async (scene) => {
    const link = await scene.newInstance();
    await scene.open(link);
    const returned = await scene.signUpInWindow(choice);
    return { link, act: (it) => scene.sendForm(link, 'finish', returned, it.connect) };
  }),
  play('the choice of a number', async (scene, stage) => {
    const link = await asksForNumber(stage, scene);
    return { link, act: (it) => scene.sendForm(link, 'choose', { number }, it.connect) };
  }),
  play('the PIN of a number', async (scene, stage) => {
    const link = await asksForPin(stage, scene);
    return { link, act: (it) => scene.sendForm(link, 'pin', { pin }, it.connect) };
  }),
  play('the end of a link that waits for an answer', async (scene, stage) => {
    const link = await asksForPin(stage, scene);
    return { link, act: (it) => scene.sendForm(link, 'cancel', {}, it.connect) };
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
