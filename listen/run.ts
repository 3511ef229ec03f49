import { setTimeout } from 'node:timers/promises';
import { createClient, type Client } from '../packages/client/src/client.ts';
import { complain, complainOf, print } from '../packages/terminal/src/output.ts';
import { visible } from '../packages/terminal/src/visible.ts';
import type { Access } from './access.ts';
import { Failure } from './failure.ts';
import { openFeed } from './feed.ts';
import { follow } from './follow.ts';
import { forwarder, type Forward } from './forward.ts';
import { forwardTarget } from './forward-target.ts';
import { linesTo, type Lines } from './lines.ts';
import { listenSecret } from './listen-secret.ts';
import type { Place } from './place.ts';
import { isPlatformCallback, playCallback, type PlatformCallback } from './platform-callback.ts';
import { createProgram, type Options } from './program.ts';
import { failureOf } from './refused-call.ts';
import { trigger, type Kind } from './trigger.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort();
  });
}

const wait = (milliseconds: number): Promise<void> => setTimeout(milliseconds, undefined, { signal: stop.signal });

/** Bodies that are printed are alone on the standard output, for the program that reads them. */
const sayFor = ({ printJson }: Options) => (printJson ? complain : print);

const clientOf = ({ apiUrl, apikey, partnerKey: token }: Access): Client =>
  createClient({ apiUrl, apikey, token, wait, retry: { attempts: 4, longestWait: 10_000 } });

interface Destination {
  /** What is said at the beginning. */
  readonly greeting: string;
  readonly lines: Lines;
  readonly forward: Forward;
}

const portOf = (place: Place, to: string, options: Options): Destination => {
  const target = forwardTarget(to);
  const secret = listenSecret(process.env, place.secretFile(options, process.env));
  const lines = linesTo(sayFor(options), target);
  const forward = forwarder({ target, secret, lines, now: Date.now, wait, signal: stop.signal });
  return { greeting: `Signing secret: ${secret}\nEvents are forwarded to ${target.href}.`, lines, forward };
};

const printed: Forward = (event) => {
  print(`${event.body}\n`);
  return Promise.resolve(true);
};

/** Where events go: to a port, to the standard output, or to both. Null: nowhere. */
const destinationOf = (place: Place, options: Options): Destination | null => {
  const port = options.forwardTo === undefined ? null : portOf(place, options.forwardTo, options);
  if (!options.printJson) return port;
  if (port !== null) {
    const both: Forward = async (event) => (await printed(event)) && port.forward(event);
    return { ...port, forward: both };
  }
  const lines = linesTo(sayFor(options), null);
  return { greeting: 'Events are printed.', lines, forward: printed };
};

/** Carries out calls of the service. @throws Failure when it refuses them or does not answer */
const calling = async <T>(access: Access, calls: () => Promise<T>): Promise<T> => {
  try {
    return await calls();
  } catch (error) {
    throw failureOf(error, access);
  }
};

const listen = async (place: Place, options: Options): Promise<void> => {
  const access = place.accessOf(options, process.env);
  const destination = destinationOf(place, options);
  if (destination === null) {
    const example = 'for example --forward-to http://localhost:3000/hooks';
    throw new Failure('--forward-to or --print-json is missing.', example);
  }
  const { greeting, lines, forward } = destination;
  const feed = openFeed(clientOf(access), Date.now(), stop.signal);
  await calling(access, feed.skip);
  const { events } = options;
  const wants = (type: string): boolean => events === null || events.some((kind) => kind === type);
  lines.say(greeting);
  lines.say(`New events of ${access.apiUrl} come at most 20 s after the change. Ctrl-C ends.`);
  await calling(access, () => follow({ feed, wants, forward, lines, wait }));
};

const triggerCallback = async (place: Place, kind: PlatformCallback, options: Options): Promise<void> => {
  const access = place.accessOf(options, process.env);
  const play = () => playCallback(clientOf(access), access, kind, options.line, stop.signal);
  const sent = await calling(access, play);
  if (sent.length === 0) print(visible(`${kind}  was not sent: the app is not subscribed to it`) + '\n');
  for (const { url, status, answer = '' } of sent)
    print(visible(`${kind}  ${url}  ${status ?? 'no answer'}  ${answer}`).trimEnd() + '\n');
  if (sent.length === 0 || sent.some(({ delivered }) => !delivered)) process.exitCode = 1;
};

const triggerKind = async (place: Place, kind: Kind, options: Options): Promise<void> => {
  const access = place.accessOf(options, process.env);
  const destination = destinationOf(place, options);
  const event = await calling(access, () => trigger(clientOf(access), kind, options.callbackKind, stop.signal));
  sayFor(options)(visible(`${event.type}  ${event.id}  is sent to the partner's endpoint`) + '\n');
  if (destination === null) return;
  destination.lines.say(destination.greeting);
  if (!(await destination.forward(event))) process.exitCode = 1;
};

export const runListen = async (place: Place): Promise<void> => {
  const actions = {
    listen: (options: Options) => listen(place, options),
    trigger: (kind: Kind | PlatformCallback, options: Options) =>
      isPlatformCallback(kind) ? triggerCallback(place, kind, options) : triggerKind(place, kind, options),
  };
  try {
    await createProgram(place, actions).parseAsync();
  } catch (error) {
    if (stop.signal.aborted) {
      complain('Stopped.\n');
      return;
    }
    if (error instanceof Failure) complain(`error: ${visible(error.message)}\n  next: ${visible(error.next)}\n`);
    else complainOf(error);
    process.exitCode = 1;
  }
};
