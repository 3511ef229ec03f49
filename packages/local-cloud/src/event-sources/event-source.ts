/** How a stream's batches that fail are tried again. */
export interface Retries {
  /** undefined: as long as the records live. */
  readonly most: number | undefined;
  /** In the words of Lambda. */
  readonly lastResult: 'OK' | 'No records processed' | 'PROBLEM: Function call failed';
  limit(most: number | undefined): void;
}

/** A running event source mapping. */
export interface EventSource {
  readonly logicalId: string;
  readonly functionName: string;
  readonly sourceArn: string;
  readonly enabled: boolean;
  /** Null for a queue. */
  readonly retries: Retries | null;
  resume(): void;
  /** Stops taking new records. Resolves when the records that it had taken are processed. */
  pause(): Promise<void>;
  /** Stops for good, and sooner: records that it had taken may stay unprocessed. */
  stop(): Promise<void>;
  /** Resolves when the source was read to its end after this call and no record is being processed. */
  idle(): Promise<void>;
}

/** Runs `work` from `resume` to `pause`. After a failure, which is logged, it starts `work` again. */
export interface Switch {
  readonly on: boolean;
  resume(): void;
  pause(): Promise<void>;
}

export const createSwitch = (work: (signal: AbortSignal) => Promise<void>): Switch => {
  let current: { readonly stopping: AbortController; readonly done: Promise<void> } | undefined;
  return {
    get on() {
      return current !== undefined;
    },
    resume: () => {
      if (current !== undefined) return;
      const stopping = new AbortController();
      current = { stopping, done: work(stopping.signal) };
    },
    pause: async () => {
      const ending = current;
      current = undefined;
      ending?.stopping.abort();
      await ending?.done;
    },
  };
};

/** Those who wait until the source is idle. */
export interface IdleWaiters {
  readonly areThere: boolean;
  wait(): Promise<void>;
  /** Call it before a read. The returned function resolves those who waited by then; call it when the read found nothing. */
  take(): () => void;
}

export const createIdleWaiters = (): IdleWaiters => {
  let waiters: (() => void)[] = [];
  return {
    get areThere() {
      return waiters.length > 0;
    },
    wait: () => new Promise((resolve) => waiters.push(resolve)),
    take: () => {
      const taken = [...waiters];
      return () => {
        waiters = waiters.filter((waiter) => !taken.includes(waiter));
        for (const waiter of taken) waiter();
      };
    },
  };
};
