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

export interface LocalFunction {
  readonly configuration: FunctionConfiguration;
  /** Ids of the requests being served. */
  readonly running: readonly string[];
  /** @param payload JSON @throws InvocationRefused */
  invoke(payload: string): Promise<Invocation>;
  /** Crashes the environment that serves the request, or all that serve one. @returns how many it crashed */
  kill(requestId?: string): Promise<number>;
  /** Ends the idle environments, so that the next request has a cold start. */
  recycle(): Promise<void>;
  stop(): Promise<void>;
}

/** @param unreserved what the functions without a reserved concurrency share */
export const createFunction = (
  configuration: FunctionConfiguration,
  processEnvironment: Readonly<Record<string, string>>,
  log: FunctionLog,
  environmentLimit: number,
  unreserved: Concurrency,
): LocalFunction => {
  const { name, reservedConcurrency } = configuration;
  const concurrency = reservedConcurrency === undefined ? unreserved : createConcurrency(reservedConcurrency);
  const environments = new Set<Environment>();
  const idle: Environment[] = [];
  const waiting: ((environment: Environment | undefined) => void)[] = [];
  let stopped = false;

  const start = (): Environment => {
    const environment = startEnvironment(configuration, processEnvironment, (requestId, text) => {
      log.write(name, requestId, text);
    });
    environments.add(environment);
    return environment;
  };
  const takeIdle = (): Environment | undefined => {
    const environment = idle.pop();
    if (environment?.ended !== true) return environment;
    environments.delete(environment);
    return takeIdle();
  };
  const take = async (): Promise<Environment | undefined> => {
    const environment = takeIdle();
    if (environment !== undefined) return environment;
    if (environments.size < Math.min(environmentLimit, reservedConcurrency ?? Infinity)) return start();
    return new Promise((resolve) => waiting.push(resolve));
  };
  const giveBack = (environment: Environment): void => {
    if (environment.ended) environments.delete(environment);
    const next = waiting.shift();
    if (next !== undefined) next(environment.ended ? start() : environment);
    else if (!environment.ended) idle.push(environment);
  };

  const serve = async (payload: string): Promise<Invocation> => {
    const environment = stopped ? undefined : await take();
    if (environment === undefined) throw new InvocationRefused('ServiceException', `${name} was stopped`);
    const requestId = randomUUID();
    const outcome = await environment.invoke({ requestId, payload });
    if (outcome.functionError !== undefined && environment.ended) log.write(name, requestId, outcome.payload);
    if (!stopped) giveBack(environment);
    return { requestId, ...outcome };
  };

  return {
    configuration,
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
      for (const environment of ended) environments.delete(environment);
      await Promise.all(ended.map((environment) => environment.kill()));
    },
    stop: async () => {
      stopped = true;
      for (const resolve of waiting.splice(0)) resolve(undefined);
      await Promise.all([...environments].map((environment) => environment.kill()));
      environments.clear();
      idle.length = 0;
    },
  };
};
