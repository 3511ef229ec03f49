/** A running event source mapping. */
export interface EventSource {
  readonly logicalId: string;
  readonly functionName: string;
  readonly sourceArn: string;
  readonly enabled: boolean;
  resume(): void;
  /** Stops taking new records; resolves once what it had taken is dealt with. */
  pause(): Promise<void>;
  /** The same, for good and sooner: it may take a record and leave it. */
  stop(): Promise<void>;
  /** Resolves once the source was read to its end after this call and nothing is being worked on. */
  idle(): Promise<void>;
}

/** Runs `work` from `resume` to `pause`. Between, a failure of it is logged and it begins anew. */
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

/** Waiters for the next moment of rest. */
export interface IdleWaiters {
  wait(): Promise<void>;
  /** Those who wait before a read begins may leave when this read finds nothing. */
  take(): () => void;
}

export const createIdleWaiters = (): IdleWaiters => {
  let waiters: (() => void)[] = [];
  return {
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
