import { setTimeout as wait } from 'node:timers/promises';
import { InvocationRefused, type Invocation, type LocalFunction } from './function.ts';

/** `AWS::Lambda::EventInvokeConfig` and `DeadLetterConfig` of a function. */
export interface AsynchronousConfiguration {
  readonly maximumRetryAttempts: number;
  /** Sends an event that failed for good; `undefined`: it is dropped. */
  readonly onFailure: ((record: FailureRecord) => Promise<void>) | undefined;
}

export interface FailureRecord {
  readonly payload: string;
  readonly attempts: number;
  readonly last: Invocation;
}

// https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
const retryMilliseconds = [60_000, 120_000];
const throttledMilliseconds = 1000;

/** Lambda's queue for asynchronous invocations. */
export interface AsynchronousQueue {
  /** Returns at once. The event is tried again when the function fails. */
  enqueue(lambda: LocalFunction, payload: string): void;
  /** Drops the events that wait for another attempt. */
  stop(): Promise<void>;
}

export const createAsynchronousQueue = (
  configurationOf: (lambda: LocalFunction) => AsynchronousConfiguration,
  log: (line: string) => void,
): AsynchronousQueue => {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  /** Throttling does not count as an attempt. */
  const invokeWhenFree = async (lambda: LocalFunction, payload: string): Promise<Invocation> => {
    for (;;) {
      try {
        return await lambda.invoke(payload);
      } catch (error) {
        if (!(error instanceof InvocationRefused && error.status === 429)) throw error;
      }
      await wait(throttledMilliseconds, undefined, { signal: stopping.signal });
    }
  };

  const deliver = async (lambda: LocalFunction, payload: string): Promise<void> => {
    const { maximumRetryAttempts, onFailure } = configurationOf(lambda);
    for (let attempts = 1; ; attempts += 1) {
      const last = await invokeWhenFree(lambda, payload);
      if (last.functionError === undefined) return;
      const gap = retryMilliseconds[attempts - 1];
      if (attempts > maximumRetryAttempts || gap === undefined) {
        await onFailure?.({ payload, attempts, last });
        return;
      }
      await wait(gap, undefined, { signal: stopping.signal });
    }
  };

  return {
    enqueue: (lambda, payload) => {
      const delivery = deliver(lambda, payload).catch((error: unknown) => {
        if (!stopping.signal.aborted) log(`${lambda.configuration.name}: an event was lost: ${String(error)}`);
      });
      running.add(delivery);
      void delivery.finally(() => running.delete(delivery));
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
