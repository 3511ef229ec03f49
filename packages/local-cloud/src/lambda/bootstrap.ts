/** Runs in the worker thread of an environment, in place of Lambda's Node.js runtime. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import { setImmediate } from 'node:timers/promises';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { FromEnvironment, FunctionFailure, InvokeMessage } from './messages.ts';

type Handler = (event: unknown, context: object) => unknown;

const environment = (name: string): string => process.env[name] ?? '';

const send = (message: FromEnvironment): void => {
  parentPort?.postMessage(message);
};

const describe = (error: unknown): FunctionFailure =>
  error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') }
    : { errorType: typeof error, errorMessage: String(error), trace: [] };

class RuntimeError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const isCallback = (value: unknown): value is () => void => typeof value === 'function';

/** Lines are sent by the port of the results, so that the lines of an invocation arrive before its answer. */
const captureOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (chunk: Uint8Array | string, ...rest: unknown[]): boolean => {
      send({ kind: 'log', text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString() });
      const callback = rest.at(-1);
      if (isCallback(callback)) callback();
      return true;
    };
  }
};

const endOnUncaught = (): void => {
  process.on('uncaughtException', (error) => {
    send({ kind: 'fatal', failure: describe(error) });
    process.exit(129);
  });
  process.on('unhandledRejection', (reason) => {
    const failure = describe(reason);
    const errorMessage = `${failure.errorType}: ${failure.errorMessage}`;
    send({ kind: 'fatal', failure: { ...failure, errorType: 'Runtime.UnhandledPromiseRejection', errorMessage } });
    process.exit(128);
  });
};

/** A process reads `NODE_EXTRA_CA_CERTS` only when it starts. A thread has to set the certificates itself. */
const trustExtraCertificates = (): void => {
  const file = environment('NODE_EXTRA_CA_CERTS');
  if (file !== '') tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
};

const importModule = async (file: string): Promise<unknown> => {
  if (file.endsWith('.mjs')) return import(pathToFileURL(file).href);
  return createRequire(file)(file);
};

const member = (value: unknown, name: string): unknown =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, name) : undefined;

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html */
const loadHandler = async (): Promise<Handler> => {
  const name = environment('_HANDLER');
  const base = path.resolve(environment('LAMBDA_TASK_ROOT'), path.dirname(name));
  const [file = '', ...exportPath] = path.basename(name).split('.');
  const module = ['.js', '.mjs', '.cjs'].map((extension) => path.join(base, file + extension)).find(existsSync);
  if (module === undefined) throw new RuntimeError('Runtime.ImportModuleError', `Error: Cannot find module '${file}'`);
  let found = await importModule(module);
  for (const step of exportPath) found = member(found, step);
  if (!isHandler(found)) throw new RuntimeError('Runtime.HandlerNotFound', `${name} is undefined or not exported`);
  return found;
};

const contextOf = ({ requestId, functionArn, deadline }: InvokeMessage): object => ({
  awsRequestId: requestId,
  invokedFunctionArn: functionArn,
  functionName: environment('AWS_LAMBDA_FUNCTION_NAME'),
  functionVersion: '$LATEST',
  memoryLimitInMB: environment('AWS_LAMBDA_FUNCTION_MEMORY_SIZE'),
  logGroupName: environment('AWS_LAMBDA_LOG_GROUP_NAME'),
  logStreamName: environment('AWS_LAMBDA_LOG_STREAM_NAME'),
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

const serialise = (result: unknown): string => {
  const text: unknown = JSON.stringify(result);
  return typeof text === 'string' ? text : 'null';
};

/** https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html */
const run = async (handler: Handler, message: InvokeMessage): Promise<void> => {
  try {
    const result = await handler(JSON.parse(message.payload), contextOf(message));
    send({ kind: 'result', payload: serialise(result) });
  } catch (error) {
    const failure = describe(error);
    console.error(`Invoke Error ${JSON.stringify(failure)}`);
    send({ kind: 'failure', failure });
  }
};

/** The number of requests that were sent to this thread. A change wakes it. */
const requestsOf = (data: unknown): Int32Array => {
  if (data instanceof Int32Array) return data;
  throw new Error('the thread of an environment was given no count of its requests');
};
const requests = requestsOf(workerData);

/** Lambda freezes the environment: nothing runs, no timer and no socket, until the next request. */
const nextRequest = (): InvokeMessage => {
  for (;;) {
    const seen = Atomics.load(requests, 0);
    const received: { readonly message: InvokeMessage } | undefined =
      parentPort === null ? undefined : receiveMessageOnPort(parentPort);
    if (received !== undefined) return received.message;
    Atomics.wait(requests, 0, seen);
  }
};

captureOutput();
endOnUncaught();
try {
  trustExtraCertificates();
  const handler = await loadHandler();
  send({ kind: 'ready' });
  for (;;) {
    await run(handler, nextRequest());
    await setImmediate();
  }
} catch (error) {
  const failure = describe(error);
  console.error(`Init Error ${JSON.stringify(failure)}`);
  send({ kind: 'fatal', failure });
  process.exit(1);
}
