import type { Context } from 'aws-lambda';

/** What Lambda's older ways of answering were. */
const outdated = { done: () => undefined, fail: () => undefined, succeed: () => undefined };

/** An invocation as Lambda tells a function of it, with a minute left. */
export const invocation = (awsRequestId: string): Context => ({
  ...outdated,
  awsRequestId,
  functionName: 'any',
  functionVersion: '1',
  invokedFunctionArn: '',
  memoryLimitInMB: '128',
  logGroupName: '',
  logStreamName: '',
  callbackWaitsForEmptyEventLoop: false,
  getRemainingTimeInMillis: () => 60_000,
});
