import { rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { complain, complainOf, print } from '../packages/terminal/src/output.ts';
import { lock } from './lock.ts';
import { npmAncestors } from './npm-ancestors.ts';
import { planPorts, takenPort } from './port-plan.ts';
import { parseStartOptions, type StartOptions } from './start-options.ts';
import { removeStateFile, writeStateFile } from './state-file.ts';
import { createTeardown } from '@swift-worker/local-cloud/teardown.ts';
import { welcome } from './welcome.ts';

const dataDirectory = path.resolve('.local/data');
const logDirectory = path.resolve('.local/logs');
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/node'));

const ancestorCheckMilliseconds = 1000;

const say = (line: string): void => {
  print(`${line}\n`);
};

/** An error that is shown without its stack trace. */
class Refusal extends Error {
  override readonly name = 'Refusal';
}

const holdLock = async (file: string, whenTaken: string): Promise<() => Promise<void>> => {
  const held = await lock(file);
  if (held === undefined) throw new Refusal(whenTaken);
  return () => held.release();
};

const begin = async (options: StartOptions, teardown: ReturnType<typeof createTeardown>, signal: AbortSignal) => {
  const { ephemeral, fresh, fastRetries, signUp: launch } = options;
  const stateFile = path.resolve(options.state);
  const kept = { dataDirectory, logDirectory };
  teardown.add(
    await holdLock(
      stateFile,
      `A local stack is already described by ${stateFile}. Stop it, or name another with --state.`,
    ),
  );
  if (!ephemeral) {
    const sentence =
      'A local stack already runs on the data in .local/. Stop it, or start with --ephemeral and --state.';
    teardown.add(await holdLock(dataDirectory, sentence));
    if (fresh) rmSync(dataDirectory, { recursive: true, force: true });
  }
  const ports = planPorts(options.port);
  const taken = await takenPort(ports);
  if (taken !== undefined) {
    throw new Refusal(
      `Port ${taken} is taken. Stop the process that uses it, or choose other ports with --port N (0: any free ones).`,
    );
  }
  const started = performance.now();
  // Loaded only now: it takes a second, which the refusals above do not need.
  const [{ startStack }, { seed }] = await Promise.all([import('./stack.ts'), import('./seed.ts')]);
  const stack = await startStack({
    ...(ephemeral ? {} : kept),
    ports,
    fastRetries,
    launch,
    signal,
    stateFile: options.state,
    seed,
    described: (description) => {
      writeStateFile(stateFile, description);
    },
    progress: (step) => {
      say(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  ${step}`);
    },
  });
  teardown.add(() => stack.stop());
  teardown.add(() => {
    removeStateFile(stateFile);
  });
  say(`${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s  Ready`);
  say(welcome(stack.description, path.relative(process.cwd(), stateFile)));
};

/** Resolves when the stack must stop: after a signal, or when the terminal or the npm that started it has ended. */
const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        resolve();
      });
    }
    if (process.env['npm_lifecycle_event'] !== 'start') return;
    const starters = npmAncestors();
    setInterval(() => {
      if (npmAncestors() !== starters) resolve();
    }, ancestorCheckMilliseconds).unref();
  });

const main = async (): Promise<void> => {
  // A closed terminal accepts no output. The stack must still stop in order.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const options = parseStartOptions(process.argv);
  const teardown = createTeardown((error) => {
    complainOf(error);
  });
  const stopping = new AbortController();
  const asked = stopAsked().then(() => {
    stopping.abort(new Refusal('Stopped before it was ready.'));
  });
  process.on('uncaughtException', (error) => {
    complainOf(error);
    process.exitCode = 1;
    stopping.abort(error);
    void teardown.run().then(() => process.exit(1));
  });
  try {
    await begin(options, teardown, stopping.signal);
    await asked;
    say('Stopping');
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof Refusal) complain(`${error.message}\n`);
    else complainOf(error);
  }
  await teardown.run();
  process.exit();
};

await main();
