import { randomUUID } from 'node:crypto';
import { createConcurrency, type Concurrency } from './concurrency.ts';
import type { FunctionConfiguration } from './configuration.ts';
import { requestLimit, startEnvironment, type Environment, type Outcome } from './environment.ts';
import type { FunctionLog } from './log.ts';

export interface Invocation extends Outcome {
  readonly requestId: string;
}

/** Lambda refused the invocation before it reached the function. */
export class InvocationRefused extends Error {
  readonly status: number;
  constructor(name: 'TooManyRequestsException' | 'RequestTooLargeException' | 'ServiceException', message: string) {
    super(message);
    this.name = name;
    this.status = name === 'TooManyRequestsException' ? 429 : name === 'RequestTooLargeException' ? 413 : 500;
  }
}

/** One version of the code, with the whole `process.env` of its environments. */
export interface FunctionVersion {
  readonly configuration: FunctionConfiguration;
  readonly processEnvironment: Readonly<Record<string, string>>;
}

export interface LocalFunction {
  readonly configuration: FunctionConfiguration;
  /** Whether it has a version beside its own. */
  readonly hasOther: boolean;
  /** Ids of the requests being served. */
  readonly running: readonly string[];
  /** @param payload JSON @throws InvocationRefused */
  invoke(payload: string): Promise<Invocation>;
  /** Crashes the environment that serves the request, or all that serve one. @returns how many it crashed */
  kill(requestId?: string): Promise<number>;
  /**
   * Gives the other version a share of the invocations, as the weight of an alias does.
   * https://docs.aws.amazon.com/lambda/latest/dg/configuring-alias-routing.html
   * @param weight from 0, which is the beginning, to 1
   */
  shift(weight: number): void;
  /** Ends the idle environments, so that the next request has a cold start. */
  recycle(): Promise<void>;
  stop(): Promise<void>;
}

interface Started {
  readonly environment: Environment;
  readonly version: FunctionVersion;
}

interface Waiting {
  readonly version: FunctionVersion;
  readonly resolve: (started: Started | undefined) => void;
}

export interface FunctionOptions {
  readonly log: FunctionLog;
  readonly environmentLimit: number;
  /** What the functions without a reserved concurrency share. */
  readonly unreserved: Concurrency;
  /** Another version of the code beside the function's own. */
  readonly other?: FunctionVersion | undefined;
}

export const createFunction = (
  own: FunctionVersion,
  { log, environmentLimit, unreserved, other }: FunctionOptions,
): LocalFunction => {
  const { configuration } = own;
  const { name, reservedConcurrency } = configuration;
  const concurrency = reservedConcurrency === undefined ? unreserved : createConcurrency(reservedConcurrency);
  const environments = new Set<Environment>();
  const idle: Started[] = [];
  const waiting: Waiting[] = [];
  let weight = 0;
  let stopped = false;

  const start = (version: FunctionVersion): Started => {
    const environment = startEnvironment(version.configuration, version.processEnvironment, (requestId, text) => {
      log.write(name, requestId, text);
    });
    environments.add(environment);
    return { environment, version };
  };
  const takeIdle = (version: FunctionVersion): Started | undefined => {
    const place = idle.findLastIndex((started) => started.version === version);
    const [started] = place < 0 ? [] : idle.splice(place, 1);
    if (started?.environment.ended !== true) return started;
    environments.delete(started.environment);
    return takeIdle(version);
  };
  /** An idle environment of another version gives its place. */
  const startInstead = ({ environment }: Started, version: FunctionVersion): Started => {
    environments.delete(environment);
    void environment.kill();
    return start(version);
  };
  const take = async (): Promise<Started | undefined> => {
    const version = other !== undefined && Math.random() < weight ? other : own;
    const started = takeIdle(version);
    if (started !== undefined) return started;
    if (environments.size < Math.min(environmentLimit, reservedConcurrency ?? Infinity)) return start(version);
    const [spare] = idle.splice(0, 1);
    if (spare !== undefined) return startInstead(spare, version);
    return new Promise((resolve) => waiting.push({ version, resolve }));
  };
  const giveBack = (started: Started): void => {
    const { ended } = started.environment;
    if (ended) environments.delete(started.environment);
    const next = waiting.shift();
    if (next === undefined) {
      if (!ended) idle.push(started);
      return;
    }
    const { version, resolve } = next;
    if (ended) resolve(start(version));
    else resolve(version === started.version ? started : startInstead(started, version));
  };

  const serve = async (payload: string): Promise<Invocation> => {
    const started = stopped ? undefined : await take();
    if (started === undefined) throw new InvocationRefused('ServiceException', `${name} was stopped`);
    const { environment } = started;
    const requestId = randomUUID();
    const outcome = await environment.invoke({ requestId, payload });
    if (outcome.functionError !== undefined && environment.ended) log.write(name, requestId, outcome.payload);
    if (!stopped) giveBack(started);
    return { requestId, ...outcome };
  };

  return {
    configuration,
    hasOther: other !== undefined,
    shift: (share) => {
      weight = share;
    },
    get running() {
      return [...environments].flatMap(({ running }) => running ?? []);
    },
    invoke: async (payload) => {
      if (Buffer.byteLength(payload) > requestLimit) {
        throw new InvocationRefused(
          'RequestTooLargeException',
          `Request must be smaller than ${requestLimit} bytes for the InvokeFunction operation`,
        );
      }
      if (!concurrency.take()) throw new InvocationRefused('TooManyRequestsException', 'Rate Exceeded.');
      try {
        return await serve(payload);
      } finally {
        concurrency.giveBack();
      }
    },
    kill: async (requestId) => {
      const killed = [...environments].filter(
        ({ running }) => running !== undefined && (requestId === undefined || running === requestId),
      );
      await Promise.all(killed.map((environment) => environment.kill()));
      return killed.length;
    },
    recycle: async () => {
      const ended = idle.splice(0);
      for (const { environment } of ended) environments.delete(environment);
      await Promise.all(ended.map(({ environment }) => environment.kill()));
    },
    stop: async () => {
      stopped = true;
      for (const { resolve } of waiting.splice(0)) resolve(undefined);
      await Promise.all([...environments].map((environment) => environment.kill()));
      environments.clear();
      idle.length = 0;
    },
  };
};
