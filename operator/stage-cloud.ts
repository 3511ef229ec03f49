/** An alarm that is up. */
export interface AlarmUp {
  /** Without the stage. */
  readonly name: string;
  readonly severity: 'page' | 'ticket';
  /** The effect, as the alarm's text has it. */
  readonly what: string;
  /** The runbook's section, such as `docs/runbook.md#calls-fail`. */
  readonly section: string;
  readonly since: string;
}

export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly inFlight: number;
  /** Seconds; null when it is not measured. */
  readonly oldest: number | null;
}

/** An event source mapping of a function. */
export interface Source {
  readonly id: string;
  readonly function: string;
  readonly state: string;
  /** Of a stream; -1: as long as the records live. */
  readonly mostRetries: number | null;
  readonly lastResult: string | null;
}

/** What an alias points to. */
export interface Release {
  readonly function: string;
  readonly version: string;
  /** The version that gets a share of the calls during a release. */
  readonly next: { readonly version: string; readonly share: number } | null;
}

/** A published version of a function. */
export interface Version {
  readonly number: number;
  /** Null for a function without the table. */
  readonly table: string | null;
  /** Whether it answers 503, as during a restore. */
  readonly maintenance: boolean;
}

export interface Throttled {
  readonly function: string;
  readonly count: number;
  /** Null: it reserves none. */
  readonly reservation: number | null;
}

/** Messages that no worker could process. */
export const failedMessages = (queues: readonly QueueState[]): number => {
  const failed = queues.find(({ name }) => name === 'FailedQueue');
  return (failed?.waiting ?? 0) + (failed?.inFlight ?? 0);
};

export const isFailing = ({ lastResult }: Source): boolean => lastResult?.startsWith('PROBLEM') === true;

/** The last result is that of any shard: another one may succeed while a record stops this one. The alarm is of the slowest. */
export const isStopped = (source: Source, alarms: readonly AlarmUp[]): boolean =>
  isFailing(source) || alarms.some(({ name }) => name === `${source.function}LagsBehind`);

/** AWS's services of a stage, asked with the person's credentials and not by the operator's function. Functions have the names of the template. */
export interface StageCloud {
  readonly alarms: (signal?: AbortSignal) => Promise<readonly AlarmUp[]>;
  readonly queues: (signal?: AbortSignal) => Promise<readonly QueueState[]>;
  /** Functions that were throttled in the last 15 minutes, the most first. */
  readonly throttled: (signal?: AbortSignal) => Promise<readonly Throttled[]>;
  readonly sources: (signal?: AbortSignal) => Promise<readonly Source[]>;
  readonly releases: (signal?: AbortSignal) => Promise<readonly Release[]>;
  /** The reserved concurrency; null: none. @throws Failure for an unknown function */
  readonly reservation: (functionName: string) => Promise<number | null>;
  readonly reserve: (functionName: string, most: number) => Promise<void>;
  readonly limitRetries: (sourceId: string, most: number) => Promise<void>;
  /** Published versions, the oldest first. */
  readonly versions: (functionName: string) => Promise<readonly Version[]>;
  /** Points the alias of callers to one version. */
  readonly point: (functionName: string, version: string) => Promise<void>;
}
