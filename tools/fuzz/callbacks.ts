import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { answer, type CallbackReceiver } from '../../lambdas/callbacks/answer-callback.ts';
import type { RelayedCallback } from '../../lambdas/domain/relayed-callback.ts';
import { callbackType } from '../../lambdas/domain/event.ts';
import { hubSignature } from '../../lambdas/domain/webhook/signature.ts';
import { findingLines } from '../../lambdas/events/relayed/line-of-number.ts';
import { relayCallbacks } from '../../lambdas/events/relayed/send-on.ts';
import { relayedCallbackIn, relayedCallbackText } from '../../lambdas/runtime/relay-queue.ts';
import { answerOf, depsOf } from '../access-patterns/deliveries.ts';
import { eventOf } from '../harness/service.ts';
import type { Dice } from './dice.ts';
import type { Findings } from './findings.ts';
import { hostileJson } from './hostile-values.ts';
import type { Stage } from './stage.ts';

/** Callbacks of the platform that are sent on: what arrives must be what the platform sent, and of the partner's own lines. */

const secret = 'the-secret-of-the-app';
const folder = path.join(import.meta.dirname, '../../packages/platform-simulator/corpus/callbacks');
const sample = z.object({ body: z.unknown() });
const sampleNumber = '770000000000301';
const texts = readdirSync(folder)
  .map((file) => JSON.stringify(sample.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))).body))
  .filter((text) => text.includes(sampleNumber));

const sent = z.object({
  type: z.literal(callbackType),
  partner_id: z.string(),
  subject: z.object({ instance_id: z.string() }),
});

/** A value of the text, a string or a number, becomes a hostile one. */
const changed = (text: string, dice: Dice): string => {
  const values = Array.from(text.matchAll(/(?<=[:,[])("(?:[^"\\]|\\.)*"(?!:)|-?\d+(?:\.\d+)?)/g));
  const value = dice.any(values);
  const hostile = dice.any(hostileJson);
  if (value === undefined || hostile === undefined) return text;
  return text.slice(0, value.index) + hostile + text.slice(value.index + value[0].length);
};

/** The receiver of the service. @returns its status, and what it puts on the queue of callbacks that are sent on */
const received = async (stage: Stage, body: string) => {
  const relayed: RelayedCallback[] = [];
  const { clock, log } = stage.service.dispatcher;
  const receiver: CallbackReceiver = {
    appSecret: () => Promise.resolve(secret),
    queue: () => Promise.resolve(),
    relay: (callbacks) => {
      relayed.push(...callbacks.map((one) => relayedCallbackIn(relayedCallbackText(one))));
      return Promise.resolve(0);
    },
    clock,
    log,
  };
  const headers = { 'x-hub-signature-256': hubSignature(secret, Buffer.from(body)) };
  const { statusCode = 200 } = await answer(receiver, eventOf('POST', { body }, headers));
  return { status: statusCode, relayed };
};

/** What the endpoint gets of callbacks. */
const sentOn = async (stage: Stage, relayed: readonly RelayedCallback[]) => {
  const { deps, clock, log } = stage.service.dispatcher;
  const bodies: string[] = [];
  const failed = await relayCallbacks(
    {
      ...depsOf(deps.table, clock, () => answerOf(200)),
      vault: deps.vault,
      log,
      findLine: findingLines(deps.table, clock),
      outbound: {
        send: ({ body }) => {
          bodies.push(String(body));
          return Promise.resolve(answerOf(200));
        },
      },
    },
    relayed,
  );
  return { bodies, failed };
};

/** Sends a hostile callback. @returns the status of the receiver, and how many callbacks arrived */
export const tryCallback = async (
  stage: Stage,
  dice: Dice,
  findings: Findings,
): Promise<{ readonly status: number; readonly arrived: number }> => {
  const [number = ''] = stage.relayed.names.phone_number_id;
  let body = (dice.any(texts) ?? '').replaceAll(sampleNumber, number);
  for (let made = 0; made < dice.pick([0, 1, 1, 2, 5]); made += 1) body = changed(body, dice);
  const { status, relayed } = await received(stage, body);
  if (status !== 200) findings.addOther(`a signed callback gets ${status}`, body, '');
  const { bodies, failed } = await sentOn(stage, relayed);
  if (failed.size > 0) findings.addOther('a callback is not sent on', body, '');
  const own = relayed.filter(({ phoneNumberId }) => phoneNumberId === number);
  const isThere = ({ callback }: RelayedCallback): boolean =>
    bodies.some((text) => text.endsWith(`"callback":${callback}}}`));
  if (bodies.length !== own.length || !own.every(isThere)) {
    findings.addOther('a callback arrives as another one', body, bodies.join('\n'));
  }
  for (const { partner_id, subject } of bodies.map((text) => sent.parse(JSON.parse(text)))) {
    const isOwn =
      partner_id === stage.relayed.partner.partnerId && stage.relayed.names.instance_id.includes(subject.instance_id);
    if (!isOwn) findings.addOther("a callback arrives as another partner's", body, bodies.join('\n'));
  }
  return { status, arrived: bodies.length };
};
