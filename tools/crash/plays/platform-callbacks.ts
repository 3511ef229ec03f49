import { takeIn } from '../../../lambdas/callbacks/take-in.ts';
import { digitsOf } from '../../../lambdas/domain/phone-number.ts';
import { hubSignature } from '../../../lambdas/domain/webhook/signature.ts';
import { answer } from '../../../lambdas/callbacks/answer-callback.ts';
import { changesIn } from '../../../lambdas/runtime/callback-queue.ts';
import { eventOf } from '../../harness/service.ts';
import { recorded } from '../../harness/recorded-callbacks.ts';
import { app } from '../../harness/connect-scenery.ts';
import type { Environment } from '../environment.ts';
import { queueOf } from '../queue-addresses.ts';
import type { Play } from '../play.ts';
import { done, type Told } from '../told.ts';
import type { Stage } from '../stage.ts';
import { populatedWaba, templates } from './calls.ts';

/** A callback about an instance and the first template of its business account. */
export const bodyAbout = async (
  stage: Stage,
  name: string,
  { wabaId, instanceId }: Awaited<ReturnType<typeof populatedWaba>>,
): Promise<string> => {
  const { instance } = await stage.scene.instance(instanceId);
  const [template] = templates;
  const subject = {
    wabaId,
    templateId: template.id,
    templateName: template.name,
    number: digitsOf(instance.display_phone_number ?? ''),
  };
  return recorded(name, subject, stage.surroundings.clock.now());
};

/** A callback about an instance and a template of the partner. */
export const bodyOf = async (stage: Stage, name: string): Promise<string> => {
  const waba = await populatedWaba(stage);
  await stage.scene.pass(waba.wabaId);
  return bodyAbout(stage, name, waba);
};

export const knock = async (it: Environment, body: string): Promise<Told> => {
  const headers = { 'x-hub-signature-256': hubSignature(app.secret, Buffer.from(body)) };
  const { statusCode = 0 } = await answer(it.door, eventOf('POST', { body }, headers));
  return { isFinal: statusCode === 200, text: String(statusCode) };
};

const door: Play = {
  name: 'platform-callback',
  about: 'a number was flagged',
  prepare: async (stage) => {
    const body = await bodyOf(stage, 'number-flagged');
    return { again: 'queue', act: (it) => knock(it, body) };
  },
};

const intake = (name: string): Play => ({
  name: 'callback-intake',
  about: name.replaceAll('-', ' '),
  prepare: async (stage) => {
    const body = await bodyOf(stage, name);
    await knock(stage.sound(), body);
    const messages = stage.surroundings.queues.get(queueOf('callback')) ?? [];
    return {
      again: 'queue',
      act: async (it) => {
        for (const message of messages) await takeIn(it.intake, changesIn(message));
        return done;
      },
    };
  },
});

const names = [
  'number-flagged',
  'number-name-approved',
  'template-paused',
  'template-category-to-come',
  'account-restricted',
  'account-violation',
  'account-deleted',
  'app-uninstalled',
  'app-uninstalled-unnamed',
];

export const callbackPlays: readonly Play[] = [door, ...names.map(intake)];
