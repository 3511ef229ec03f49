import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Deadline } from '../kernel/deadline.ts';
import { strictTransport } from '../kernel/strict-transport.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { systemClock } from './clock.ts';
import { afterCalls, deadlineOf } from './deadline.ts';
import { readOptional } from './environment.ts';
import { withinInvocation } from './invocation-end.ts';
import { correlate, type Log } from './logger.ts';
import { counting } from './spent.ts';
import { sendSubsegments } from './trace-subsegments.ts';

type Handler<E> = (event: E, context: Context) => Promise<unknown>;

/** One invocation of a function. */
type Work<E, A> = (event: E, deadline: Deadline) => Promise<A>;

/** Every log line has the id of its invocation. */
const correlation: MiddlewareObj = {
  before: ({ context }) => {
    correlate(context.awsRequestId);
  },
};

/** Logs the error that a function throws. Lambda still receives it. */
const unknownErrors = (log: Log): MiddlewareObj => ({
  onError: ({ error }) => {
    log.error('the function failed', { error });
  },
});

/**
 * Answers a batch with the identifiers of the failed messages or records, so that only these are redelivered.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
const partialBatch: MiddlewareObj = {
  after: (request) => {
    const failed: unknown = request.response;
    if (!Array.isArray(failed)) throw new Error('a handler of batches must return the identifiers of failed messages');
    request.response = { batchItemFailures: failed.map((itemIdentifier: unknown) => ({ itemIdentifier })) };
  },
};

/** A browser must never ask for these pages or this API without TLS. The stage `local` has none. */
const overTlsOnly: MiddlewareObj<unknown, APIGatewayProxyStructuredResultV2> = {
  after: (request) => {
    const { response } = request;
    if (response === undefined || response === null) return;
    request.response = { ...response, headers: { ...response.headers, 'strict-transport-security': strictTransport } };
  },
};

const toXRay = sendSubsegments(process.env);

/**
 * Runs the work of an invocation until the response is given or due. What is left then begins and repeats no call.
 * @param margin between the last external call and the end of the invocation
 */
const withDeadline =
  <E, A>(work: Work<E, A>, margin: Milliseconds): Handler<E> =>
  async (event, context) => {
    const ended = new AbortController();
    const deadline = deadlineOf(context, systemClock(), margin, ended);
    try {
      return await withinInvocation(deadline.answer, () => counting(() => work(event, deadline), toXRay));
    } finally {
      ended.abort();
    }
  };

/** The environment's first line: whose code it runs. */
const tellSource = (log: Log): void => {
  const source = readOptional(process.env, 'sourceCommit');
  if (source !== null) log.info('the environment started', { source });
};

const made = <E>(log: Log, work: Work<E, unknown>, margin: Milliseconds) => {
  tellSource(log);
  return middy<E, unknown>(withDeadline(work, margin)).use(correlation).use(unknownErrors(log));
};

/** @param margin between the last external call and the end of the invocation */
export const serve = <E>(log: Log, work: Work<E, unknown>, margin = afterCalls): Handler<E> => made(log, work, margin);

/** A function that processes batches; `work` returns the identifiers of failed messages or records. */
export const serveBatch = <E>(log: Log, work: Work<E, readonly string[]>, margin = afterCalls): Handler<E> =>
  made(log, work, margin).use(partialBatch);

/** A function that answers requests over HTTP. */
export const serveHttp = <E>(log: Log, work: Work<E, APIGatewayProxyStructuredResultV2>): Handler<E> => {
  const answering = made(log, work, afterCalls);
  return readOptional(process.env, 'stage') === 'local' ? answering : answering.use(overTlsOnly);
};
