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

/** As CloudWatch's metrics of a function are named. */
type Counted = 'Invocations' | 'Errors' | 'Throttles';

/** One version of the code, with the whole `process.env` of its environments. */
export interface FunctionVersion {
  readonly configuration: FunctionConfiguration;
  readonly processEnvironment: Readonly<Record<string, string>>;
}

export interface LocalFunction {
  readonly configuration: FunctionConfiguration;
  /** The version beside its own. */
  readonly other: FunctionConfiguration | undefined;
  /** undefined: it shares the concurrency that no function reserves. */
  readonly reservation: number | undefined;
  /** Changes the reserved concurrency. 0 throttles every request. */
  reserve(most: number): void;
  /** The share of the invocations that the other version gets. */
  readonly weight: number;
  /** How often something happened in a time. */
  count(what: Counted, from: number, to: number): number;
  /** The greatest age of a stream's records, in milliseconds, when they were sent in a time; undefined: none was. */
  iteratorAge(from: number, to: number): number | undefined;
  /** Ids of the requests being served. */
  readonly running: readonly string[];
  /** @param payload JSON @param age of a stream's records, in milliseconds @throws InvocationRefused */
  invoke(payload: string, age?: number): Promise<Invocation>;
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

const startLogging = ({ configuration, processEnvironment }: FunctionVersion, log: FunctionLog): Environment =>
  startEnvironment(configuration, processEnvironment, (requestId, text) => {
    log.write(configuration.name, requestId, text);
  });

/** Takes the newest idle environment of a version that has not ended. */
const takeIdle = (idle: Started[], environments: Set<Environment>, version: FunctionVersion): Started | undefined => {
  const place = idle.findLastIndex((started) => started.version === version);
  const [started] = place < 0 ? [] : idle.splice(place, 1);
  if (started?.environment.ended !== true) return started;
  environments.delete(started.environment);
  return takeIdle(idle, environments, version);
};

/** @param requestId of the request that the environment serves; undefined: of any @returns how many it killed */
const killRunning = async (environments: ReadonlySet<Environment>, requestId: string | undefined): Promise<number> => {
  const killed = [...environments].filter(
    ({ running }) => running !== undefined && (requestId === undefined || running === requestId),
  );
  await Promise.all(killed.map((environment) => environment.kill()));
  return killed.length;
};

const recycle = async (idle: Started[], environments: Set<Environment>): Promise<void> => {
  const ended = idle.splice(0);
  for (const { environment } of ended) environments.delete(environment);
  await Promise.all(ended.map(({ environment }) => environment.kill()));
};

/** The environments of a function, and the invocations that wait for one. */
const createPool = (
  own: FunctionVersion,
  { log, other }: Pick<FunctionOptions, 'log' | 'other'>,
  mostEnvironments: () => number,
) => {
  let stopped = false;
  const environments = new Set<Environment>();
  const idle: Started[] = [];
  const waiting: Waiting[] = [];
  let weight = 0;

  const start = (version: FunctionVersion): Started => {
    const environment = startLogging(version, log);
    environments.add(environment);
    return { environment, version };
  };
  /** An idle environment of another version gives its place. */
  const startInstead = ({ environment }: Started, version: FunctionVersion): Started => {
    environments.delete(environment);
    void environment.kill();
    return start(version);
  };
  const take = async (): Promise<Started | undefined> => {
    if (stopped) return undefined;
    const version = other !== undefined && Math.random() < weight ? other : own;
    const started = takeIdle(idle, environments, version);
    if (started !== undefined) return started;
    if (environments.size < mostEnvironments()) return start(version);
    const [spare] = idle.splice(0, 1);
    if (spare !== undefined) return startInstead(spare, version);
    return new Promise((resolve) => waiting.push({ version, resolve }));
  };
  const giveBack = (started: Started): void => {
    if (stopped) return;
    const { ended } = started.environment;
    if (ended) environments.delete(started.environment);
    const next = waiting.shift();
    if (next === undefined && !ended) idle.push(started);
    if (next === undefined) return;
    const { version, resolve } = next;
    if (ended) resolve(start(version));
    else resolve(version === started.version ? started : startInstead(started, version));
  };
  return {
    take,
    giveBack,
    shift: (share: number): void => {
      weight = share;
    },
    weight: (): number => weight,
    running: (): readonly string[] => [...environments].flatMap(({ running }) => running ?? []),
    kill: (requestId?: string) => killRunning(environments, requestId),
    recycle: () => recycle(idle, environments),
    stop: async (): Promise<void> => {
      stopped = true;
      for (const { resolve } of waiting.splice(0)) resolve(undefined);
      await Promise.all([...environments].map((environment) => environment.kill()));
      environments.clear();
      idle.length = 0;
    },
  };
};

const minute = 60_000;
const keptMinutes = 180;

/** Counts by minute, as CloudWatch keeps them. */
const createCounts = () => {
  const minutes = new Map<number, Record<Counted, number> & { age: number | undefined }>();
  const current = () => {
    const now = Math.floor(Date.now() / minute);
    const counts = minutes.get(now) ?? { Invocations: 0, Errors: 0, Throttles: 0, age: undefined };
    minutes.set(now, counts);
    for (const old of minutes.keys()) if (old < now - keptMinutes) minutes.delete(old);
    return counts;
  };
  const during = (from: number, to: number) =>
    [...minutes].flatMap(([at, counts]) => (at * minute >= from && at * minute < to ? [counts] : []));
  return {
    add: (what: Counted): void => {
      current()[what] += 1;
    },
    between: (what: Counted, from: number, to: number): number =>
      during(from, to).reduce((sum, counts) => sum + counts[what], 0),
    invoked: (age: number | undefined): void => {
      const counts = current();
      counts.Invocations += 1;
      if (age !== undefined) counts.age = Math.max(age, counts.age ?? 0);
    },
    oldest: (from: number, to: number): number | undefined => {
      const ages = during(from, to).flatMap((counts) => counts.age ?? []);
      return ages.length === 0 ? undefined : Math.max(...ages);
    },
  };
};

/** @throws InvocationRefused */
const requireSmall = (payload: string): void => {
  if (Buffer.byteLength(payload) <= requestLimit) return;
  const text = `Request must be smaller than ${requestLimit} bytes for the InvokeFunction operation`;
  throw new InvocationRefused('RequestTooLargeException', text);
};

export const createFunction = (
  own: FunctionVersion,
  { log, environmentLimit, unreserved, other }: FunctionOptions,
): LocalFunction => {
  const { configuration } = own;
  let reservation = configuration.reservedConcurrency;
  let concurrency = reservation === undefined ? unreserved : createConcurrency(reservation);
  const environments = createPool(own, { log, other }, () => Math.min(environmentLimit, reservation ?? Infinity));
  const counts = createCounts();

  const serve = async (payload: string): Promise<Invocation> => {
    const started = await environments.take();
    if (started === undefined) throw new InvocationRefused('ServiceException', `${configuration.name} was stopped`);
    const { environment } = started;
    const requestId = randomUUID();
    const outcome = await environment.invoke({ requestId, payload });
    if (outcome.functionError !== undefined) counts.add('Errors');
    if (outcome.functionError !== undefined && environment.ended)
      log.write(configuration.name, requestId, outcome.payload);
    environments.giveBack(started);
    return { requestId, ...outcome };
  };

  return {
    configuration,
    other: other?.configuration,
    get reservation() {
      return reservation;
    },
    reserve: (most) => {
      if (reservation === undefined) concurrency = createConcurrency(most);
      else concurrency.resize(most);
      reservation = most;
    },
    get weight() {
      return environments.weight();
    },
    count: counts.between,
    iteratorAge: counts.oldest,
    shift: environments.shift,
    get running() {
      return environments.running();
    },
    invoke: async (payload, age) => {
      requireSmall(payload);
      const taken = concurrency;
      if (!taken.take()) {
        counts.add('Throttles');
        throw new InvocationRefused('TooManyRequestsException', 'Rate Exceeded.');
      }
      counts.invoked(age);
      try {
        return await serve(payload);
      } finally {
        taken.giveBack();
      }
    },
    kill: environments.kill,
    recycle: environments.recycle,
    stop: environments.stop,
  };
};
