import type { LocalFunction } from '@swift-worker/local-cloud/lambda/function.ts';

/** A function that runs no code: the test answers each payload. */
export const answeredFunction = (name: string, invoke: LocalFunction['invoke']): LocalFunction => ({
  configuration: {
    name,
    arn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
    roleArn: `arn:aws:iam::000000000000:role/${name}`,
    handler: 'index.handler',
    taskRoot: '/',
    timeoutSeconds: 30,
    memoryMegabytes: 128,
    variables: {},
    reservedConcurrency: undefined,
  },
  other: undefined,
  weight: 0,
  reservation: undefined,
  reserve: () => undefined,
  count: () => 0,
  iteratorAge: () => undefined,
  shift: () => undefined,
  running: [],
  invoke,
  kill: () => Promise.resolve(0),
  recycle: () => Promise.resolve(),
  stop: () => Promise.resolve(),
});
