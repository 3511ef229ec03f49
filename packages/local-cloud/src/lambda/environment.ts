import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FunctionConfiguration } from './configuration.ts';
import type { FromEnvironment, FunctionFailure, InvokeMessage } from './messages.ts';

interface Request {
  readonly requestId: string;
  /** JSON. */
  readonly payload: string;
}

/** Lambda's answer to an invocation. `functionError` is the header `X-Amz-Function-Error`. */
export interface Outcome {
  /** JSON. */
  readonly payload: string;
  readonly functionError: 'Unhandled' | undefined;
}

/** One execution environment: a worker thread that serves one request at a time. */
export interface Environment {
  readonly running: string | undefined;
  readonly ended: boolean;
  invoke(request: Request): Promise<Outcome>;
  /** Ends the environment at once. Its invocation fails as after a crash. */
  kill(): Promise<void>;
}

// 6 MB. An answer may have 100 bytes more than a request.
// https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
// https://zaccharles.medium.com/deep-dive-lambdas-request-payload-size-limit-2-2-6350c1ae5577
export const requestLimit = 6_291_456;
const answerLimit = requestLimit + 100;
const initLimitMilliseconds = 10_000;

const failed = (failure: Partial<FunctionFailure>): Outcome => ({
  payload: JSON.stringify(failure),
  functionError: 'Unhandled',
});

const exitError = (requestId: string, how: string): Outcome =>
  failed({ errorType: 'Runtime.ExitError', errorMessage: `RequestId: ${requestId} Error: Runtime exited ${how}` });

const timedOut = (requestId: string, milliseconds: number): Outcome => {
  const after = (milliseconds / 1000).toFixed(2);
  const errorMessage = `RequestId: ${requestId} Error: Task timed out after ${after} seconds`;
  return failed({ errorType: 'Sandbox.Timedout', errorMessage });
};

const succeeded = (payload: string): Outcome =>
  Buffer.byteLength(payload) <= answerLimit
    ? { payload, functionError: undefined }
    : failed({
        errorType: 'Function.ResponseSizeTooLarge',
        errorMessage: `Response payload size exceeded maximum allowed payload size (${answerLimit} bytes).`,
      });

const startWorker = (
  configuration: FunctionConfiguration,
  env: Readonly<Record<string, string>>,
  requests: Int32Array,
): Worker =>
  // A bundle of this code has it beside itself, as JavaScript.
  new Worker(new URL(`./bootstrap${extname(import.meta.url)}`, import.meta.url), {
    name: configuration.name,
    env,
    execArgv: [],
    workerData: requests,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: configuration.memoryMegabytes },
  });

interface State {
  running: string | undefined;
  ended: boolean;
  answer: ((outcome: Outcome) => void) | undefined;
  lastWords: FunctionFailure | undefined;
  killedBecause: 'crash' | 'timeout' | undefined;
}

const newState = (): State => ({
  running: undefined,
  ended: false,
  answer: undefined,
  lastWords: undefined,
  killedBecause: undefined,
});

const finish = (state: State, outcome: Outcome): void => {
  state.answer?.(outcome);
  state.answer = undefined;
  state.running = undefined;
};

/** @param limit milliseconds @param code the exit code */
const outcomeOfDeath = (
  requestId: string,
  { killedBecause, lastWords }: State,
  limit: number,
  code: number,
): Outcome => {
  if (killedBecause === 'timeout') return timedOut(requestId, limit);
  if (lastWords !== undefined) return failed(lastWords);
  if (killedBecause === 'crash') return exitError(requestId, 'with error: signal: killed');
  return exitError(requestId, code === 0 ? 'without providing a reason' : `with error: exit status ${code}`);
};

interface Listeners {
  readonly ready: () => void;
  readonly log: (requestId: string | undefined, text: string) => void;
}

const listen = (worker: Worker, state: State, { ready, log }: Listeners): void => {
  worker.on('message', (message: FromEnvironment) => {
    switch (message.kind) {
      case 'ready':
        ready();
        return;
      case 'log':
        log(state.running, message.text);
        return;
      case 'result':
        finish(state, succeeded(message.payload));
        return;
      case 'failure':
        finish(state, failed(message.failure));
        return;
      case 'fatal':
        state.lastWords = message.failure;
    }
  });
  // Only a failure of the thread itself, such as out of memory. An error that the function throws arrives as a message.
  worker.on('error', () => (state.killedBecause ??= 'crash'));
};

const endingAfter = async (
  milliseconds: number,
  work: Promise<unknown>,
  end: () => Promise<unknown>,
): Promise<void> => {
  const timer = setTimeout(() => void end(), milliseconds);
  await work.catch(() => undefined);
  clearTimeout(timer);
};

const messageOf = (
  { arn, timeoutSeconds }: FunctionConfiguration,
  requestId: string,
  payload: string,
): InvokeMessage => ({
  requestId,
  payload,
  functionArn: arn,
  deadline: Date.now() + timeoutSeconds * 1000,
});

/** @param log gets the output of the function, with the id of the request that it was serving */
export const startEnvironment = (
  configuration: FunctionConfiguration,
  processEnvironment: Readonly<Record<string, string>>,
  log: (requestId: string | undefined, text: string) => void,
): Environment => {
  /** The number of requests that were sent to the thread, which is blocked between them. A change wakes it. */
  const requests = new Int32Array(new SharedArrayBuffer(4));
  const worker = startWorker(configuration, processEnvironment, requests);
  const ready = Promise.withResolvers<undefined>();
  ready.promise.catch(() => undefined);
  const state = newState();
  const limit = configuration.timeoutSeconds * 1000;
  const end = (because: 'crash' | 'timeout'): Promise<unknown> => {
    state.killedBecause ??= because;
    state.ended = true;
    return worker.terminate();
  };
  listen(worker, state, {
    ready: () => {
      ready.resolve(undefined);
    },
    log,
  });
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      state.ended = true;
      ready.reject(new Error(`${configuration.name}: the environment ended`));
      if (state.running !== undefined) finish(state, outcomeOfDeath(state.running, state, limit, code));
      resolve();
    });
  });

  const within = (milliseconds: number, work: Promise<unknown>) =>
    endingAfter(milliseconds, work, () => end('timeout'));

  return {
    get running() {
      return state.running;
    },
    get ended() {
      return state.ended;
    },
    invoke: async ({ requestId, payload }) => {
      state.running = requestId;
      const answered = new Promise<Outcome>((resolve) => (state.answer = resolve));
      if (state.ended) finish(state, outcomeOfDeath(requestId, state, limit, 0));
      await within(initLimitMilliseconds + limit, ready.promise);
      if (state.answer !== undefined) {
        worker.postMessage(messageOf(configuration, requestId, payload));
        Atomics.add(requests, 0, 1);
        Atomics.notify(requests, 0);
        await within(limit, answered);
      }
      return answered;
    },
    kill: async () => {
      await end('crash');
      await exited;
    },
  };
};
