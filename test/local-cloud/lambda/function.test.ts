import { afterEach, describe, expect, test } from '@jest/globals';
import path from 'node:path';
import { z } from 'zod';
import { createConcurrency } from '@swift-worker/local-cloud/lambda/concurrency.ts';
import { processEnvironment, type FunctionConfiguration } from '@swift-worker/local-cloud/lambda/configuration.ts';
import {
  createFunction,
  InvocationRefused,
  type FunctionVersion,
  type LocalFunction,
} from '@swift-worker/local-cloud/lambda/function.ts';
import { openFunctionLog } from '@swift-worker/local-cloud/lambda/log.ts';

// Processes and threads take their time on a busy machine.
const taskRoot = path.join(import.meta.dirname, '../fixtures/assembly/asset.functions');
const log = openFunctionLog(undefined);
const running: LocalFunction[] = [];

const versionOf = (changes: Partial<FunctionConfiguration>): FunctionVersion => {
  const configuration: FunctionConfiguration = {
    name: 'fixture',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:fixture',
    roleArn: 'arn:aws:iam::000000000000:role/fixture',
    handler: 'index.obey',
    taskRoot,
    timeoutSeconds: 30,
    memoryMegabytes: 128,
    variables: { GREETING: 'hello' },
    reservedConcurrency: undefined,
    ...changes,
  };
  const variables = processEnvironment(
    configuration,
    { accessKeyId: 'ASIAFIXTURE', secretAccessKey: 'secret' },
    { awsEndpoint: 'http://127.0.0.1:1', region: 'us-east-1', caFile: undefined },
  );
  return { configuration, processEnvironment: variables };
};

const start = (
  changes: Partial<FunctionConfiguration> = {},
  environmentLimit = 8,
  unreserved = createConcurrency(1_000),
  other?: FunctionVersion,
): LocalFunction => {
  const started = createFunction(versionOf(changes), { log, environmentLimit, unreserved, other });
  running.push(started);
  return started;
};

const tell = (todo: string, value?: unknown): string => JSON.stringify({ todo, value });

const Failure = z.object({ errorType: z.string(), errorMessage: z.string() });
const failureOf = (payload: string): z.infer<typeof Failure> => Failure.parse(JSON.parse(payload));

const begun = async (lambda: LocalFunction, count: number): Promise<void> => {
  while (lambda.running.length < count) await new Promise(setImmediate);
};

afterEach(async () => {
  await Promise.all(running.splice(0).map((lambda) => lambda.stop()));
});

describe('an invocation', () => {
  test('answers with what the handler returned', async () => {
    const outcome = await start().invoke(tell('return', { a: [1, null, 'ü'] }));
    expect(outcome.functionError).toBeUndefined();
    expect(JSON.parse(outcome.payload)).toEqual({ a: [1, null, 'ü'] });
  });

  test('is measured with the greatest age of the records', async () => {
    const lambda = start();
    for (const age of [undefined, 5_000, 3_000]) await lambda.invoke(tell('return'), age);
    expect([lambda.iteratorAge(0, Infinity), lambda.iteratorAge(0, 1)]).toEqual([5_000, undefined]);
  });

  test('answers null when the handler returned nothing', async () => {
    expect((await start().invoke(tell('return'))).payload).toBe('null');
  });

  test('answers with the error the handler threw, and says so', async () => {
    const { functionError, payload } = await start().invoke(tell('throw', 'too far'));
    expect(functionError).toBe('Unhandled');
    expect(failureOf(payload)).toEqual({ errorType: 'RangeError', errorMessage: 'too far' });
  });

  test('tells the handler who it is, which request this is and how long it may take', async () => {
    const outcome = await start({ handler: 'index.tell' }).invoke('{"n":1}');
    const context = z.looseObject({ remaining: z.number() }).parse(JSON.parse(outcome.payload));
    expect(context).toMatchObject({
      event: { n: 1 },
      awsRequestId: outcome.requestId,
      functionName: 'fixture',
      invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:fixture',
      memoryLimitInMB: '128',
    });
    expect(context.remaining).toBeGreaterThan(0);
    expect(context.remaining).toBeLessThanOrEqual(30_000);
  });

  test('sees the variables of the template and of Lambda, and none of this process', async () => {
    const { payload } = await start().invoke(tell('tell the environment'));
    const environment = z.record(z.string(), z.string()).parse(JSON.parse(payload));
    expect(environment).toMatchObject({
      GREETING: 'hello',
      AWS_LAMBDA_FUNCTION_NAME: 'fixture',
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'ASIAFIXTURE',
    });
    expect(environment).not.toHaveProperty('PATH');
    expect(environment).not.toHaveProperty('JEST_WORKER_ID');
  });

  test('leaves what it printed in the log, under its request', async () => {
    const { requestId } = await start().invoke(tell('print', 'first\nsecond'));
    const printed = log.lines.filter((line) => line.requestId === requestId).map(({ text }) => text);
    expect(printed).toEqual(['first', 'second']);
  });

  test('refuses a payload beyond the limit of Lambda', async () => {
    const frame = tell('return', '').length;
    await expect(start().invoke(tell('return', 'x'.repeat(6_291_457 - frame)))).rejects.toMatchObject({
      status: 413,
      message: 'Request must be smaller than 6291456 bytes for the InvokeFunction operation',
    });
  });

  test('fails when the answer is beyond the limit of Lambda', async () => {
    const { payload } = await start({ handler: 'index.tell' }).invoke(JSON.stringify('x'.repeat(6_291_454)));
    expect(failureOf(payload)).toEqual({
      errorType: 'Function.ResponseSizeTooLarge',
      errorMessage: 'Response payload size exceeded maximum allowed payload size (6291556 bytes).',
    });
  });

  test('fails as on Lambda when the handler is not there', async () => {
    const { payload } = await start({ handler: 'index.nothing' }).invoke('{}');
    expect(failureOf(payload).errorType).toBe('Runtime.HandlerNotFound');
  });

  test('fails as on Lambda when the module is not there', async () => {
    const { payload } = await start({ handler: 'nothing.handler' }).invoke('{}');
    expect(failureOf(payload).errorType).toBe('Runtime.ImportModuleError');
  });
});

describe('an environment', () => {
  test('serves one request after another, and another one begins while it is busy', async () => {
    const lambda = start({ handler: 'index.tell' });
    const served = async (): Promise<unknown> => {
      const { payload } = await lambda.invoke('{}');
      return z.object({ served: z.number() }).parse(JSON.parse(payload)).served;
    };
    expect([await served(), await served()]).toEqual([1, 2]);
    expect(await Promise.all([served(), served()])).toEqual([3, 1]);
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
  test('is frozen from its answer to the next request: nothing runs in between', async () => {
    const lambda = start({ handler: 'index.turn' });
    await lambda.invoke('{}');
    // Meanwhile its event loop would turn many thousand times.
    await start().invoke(tell('return'));
    expect(Number((await lambda.invoke('{}')).payload)).toBeLessThan(10);
  });

  test('begins anew once it was recycled', async () => {
    const lambda = start({ handler: 'index.tell' });
    await lambda.invoke('{}');
    await lambda.recycle();
    expect(JSON.parse((await lambda.invoke('{}')).payload)).toMatchObject({ served: 1 });
  });

  test('is killed by the time limit of the function', async () => {
    const lambda = start({ timeoutSeconds: 2 });
    const { payload } = await lambda.invoke(tell('hang'));
    expect(failureOf(payload).errorType).toBe('Sandbox.Timedout');
    expect(failureOf(payload).errorMessage).toMatch(/^RequestId: \S+ Error: Task timed out after 2\.00 seconds$/);
    expect((await lambda.invoke(tell('return', 1))).payload).toBe('1');
  });

  test('that exits fails its request, and the next request gets another one', async () => {
    const lambda = start();
    const { payload } = await lambda.invoke(tell('exit', 3));
    expect(failureOf(payload)).toMatchObject({
      errorType: 'Runtime.ExitError',
      errorMessage: expect.stringMatching(/exited with error: exit status 3$/),
    });
    expect((await lambda.invoke(tell('return', 1))).payload).toBe('1');
  });

  test('ends with an unhandled rejection', async () => {
    const { payload } = await start().invoke(tell('reject in the background', 'lost'));
    expect(failureOf(payload)).toEqual({
      errorType: 'Runtime.UnhandledPromiseRejection',
      errorMessage: 'Error: lost',
    });
  });

  test('can be crashed midway', async () => {
    const lambda = start();
    const invocation = lambda.invoke(tell('hang'));
    await begun(lambda, 1);
    expect(await lambda.kill()).toBe(1);
    expect(failureOf((await invocation).payload).errorMessage).toMatch(/signal: killed$/);
  });
});

describe('concurrency', () => {
  test('waits for an environment beyond the limit of the local cloud', async () => {
    const lambda = start({}, 1);
    const first = lambda.invoke(tell('hang'));
    await begun(lambda, 1);
    const second = lambda.invoke(tell('return', 'after'));
    await lambda.kill();
    await first;
    expect((await second).payload).toBe('"after"');
  });

  test('is refused beyond the reserved concurrency', async () => {
    const lambda = start({ reservedConcurrency: 1 });
    const first = lambda.invoke(tell('hang'));
    await begun(lambda, 1);
    await expect(lambda.invoke(tell('return'))).rejects.toThrow(InvocationRefused);
    await lambda.kill();
    await first;
    expect((await lambda.invoke(tell('return', 1))).payload).toBe('1');
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
  test('of functions without a reservation is one, and leaves reserved concurrency to the others', async () => {
    const unreserved = createConcurrency(1);
    const [busy, other, reserved] = [
      start({}, 8, unreserved),
      start({}, 8, unreserved),
      start({ reservedConcurrency: 1 }, 8, unreserved),
    ];
    const first = busy.invoke(tell('hang'));
    await begun(busy, 1);
    await expect(other.invoke(tell('return'))).rejects.toThrow(InvocationRefused);
    expect((await reserved.invoke(tell('return', 1))).payload).toBe('1');
    await busy.kill();
    await first;
    expect((await other.invoke(tell('return', 2))).payload).toBe('2');
  });

  test('of many requests ends with each of them answered', async () => {
    const lambda = start({}, 3);
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, n) => lambda.invoke(tell('return', n))));
    expect(outcomes.map(({ payload }) => Number(payload))).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });
});

describe('a function with another version beside its own', () => {
  const greeting = async (lambda: LocalFunction): Promise<string> => {
    const { payload } = await lambda.invoke(tell('tell the environment'));
    return z.object({ GREETING: z.string() }).parse(JSON.parse(payload)).GREETING;
  };
  const withOther = (environmentLimit?: number): LocalFunction =>
    start({}, environmentLimit, undefined, versionOf({ variables: { GREETING: 'good day' } }));

  test('runs its own until the other one gets a share, and its own again when the share is taken back', async () => {
    const lambda = withOther();
    expect(await greeting(lambda)).toBe('hello');
    lambda.shift(1);
    expect(await greeting(lambda)).toBe('good day');
    lambda.shift(0);
    expect(await greeting(lambda)).toBe('hello');
  });

  test('runs both with a share between', async () => {
    const lambda = withOther();
    lambda.shift(0.5);
    const greetings = new Set<string>();
    // One of 2 ** 100 runs has a single version.
    for (let calls = 0; calls < 100 && greetings.size < 2; calls += 1) greetings.add(await greeting(lambda));
    expect([...greetings].toSorted()).toEqual(['good day', 'hello']);
  });

  test('gives the place of an environment to the other version when it may have no more', async () => {
    const lambda = withOther(1);
    expect(await greeting(lambda)).toBe('hello');
    lambda.shift(1);
    const all = await Promise.all([greeting(lambda), greeting(lambda), greeting(lambda)]);
    expect(all).toEqual(['good day', 'good day', 'good day']);
  });
});
