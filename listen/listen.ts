import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient, type Client } from '../packages/client/src/client.ts';
import { localAccess, stageAccess, type Access } from './access.ts';
import { Failure } from './failure.ts';
import { openFeed } from './feed.ts';
import { follow } from './follow.ts';
import { forwarder, type Forward } from './forward.ts';
import { forwardTarget } from './forward-target.ts';
import { linesTo, type Lines } from './lines.ts';
import { listenSecret } from './listen-secret.ts';
import { createProgram, type Options } from './program.ts';
import { failureOf } from './refused-call.ts';
import { kindOf, trigger } from './trigger.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort();
  });
}

const wait = (milliseconds: number): Promise<void> => setTimeout(milliseconds, undefined, { signal: stop.signal });

const say = (text: string): void => {
  process.stdout.write(text);
};

const accessOf = ({ api, state, partner }: Options): Access =>
  api === undefined ? localAccess(state, partner) : stageAccess(api, process.env);

const clientOf = ({ apiUrl, apikey, partnerKey: token }: Access): Client =>
  createClient({ apiUrl, apikey, token, wait, retry: { attempts: 4, longestWait: 10_000 } });

interface Destination {
  readonly target: URL;
  readonly secret: string;
  readonly lines: Lines;
  readonly forward: Forward;
}

/** The secret is beside the state file. */
const destinationOf = (to: string, { state }: Options): Destination => {
  const target = forwardTarget(to);
  const secret = listenSecret(process.env, path.join(path.dirname(state), 'listen-secret'));
  const lines = linesTo(say, target);
  return {
    target,
    secret,
    lines,
    forward: forwarder({ target, secret, lines, now: Date.now, wait, signal: stop.signal }),
  };
};

/** Carries out calls of the service. @throws Failure when it refuses them or does not answer */
const calling = async <T>(access: Access, calls: () => Promise<T>): Promise<T> => {
  try {
    return await calls();
  } catch (error) {
    throw failureOf(error, access);
  }
};

const listen = async (options: Options): Promise<void> => {
  if (options.forwardTo === undefined) {
    throw new Failure('--forward-to is missing.', 'for example --forward-to http://localhost:3000/hooks');
  }
  const access = accessOf(options);
  const { target, secret, lines, forward } = destinationOf(options.forwardTo, options);
  const feed = openFeed(clientOf(access), Date.now(), stop.signal);
  await calling(access, feed.skip);
  lines.say(`Signing secret: ${secret}`);
  lines.say(
    `New events of ${access.apiUrl} are forwarded to ${target.href}, at most 20 s after the change. Ctrl-C ends.`,
  );
  await calling(access, () => follow({ feed, forward, lines, wait }));
};

const triggerKind = async (text: string, options: Options): Promise<void> => {
  const kind = kindOf(text);
  const access = accessOf(options);
  const destination = options.forwardTo === undefined ? null : destinationOf(options.forwardTo, options);
  const event = await calling(access, () => trigger(clientOf(access), kind, stop.signal));
  say(`${event.type}  ${event.id}  is sent to the partner's endpoint\n`);
  if (destination === null) return;
  destination.lines.say(`Signing secret: ${destination.secret}`);
  if (!(await destination.forward(event))) process.exitCode = 1;
};

try {
  await createProgram({ listen, trigger: triggerKind }).parseAsync();
} catch (error) {
  if (stop.signal.aborted) say('Stopped.\n');
  else {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`error: ${error.message}\n  next: ${error.next}\n`);
    process.exitCode = 1;
  }
}
