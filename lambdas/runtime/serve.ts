import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Deadline } from '../kernel/deadline.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { afterCalls } from './deadline.ts';
import { readOptional } from './environment.ts';
import type { Log } from './logger.ts';
import { correlation } from './middleware/correlation.ts';
import { deadlineIn, deadlineWithin, type WithDeadline } from './middleware/deadline.ts';
import { partialBatch } from './middleware/partial-batch.ts';
import { unknownErrors } from './middleware/unknown-errors.ts';

type Handler<E> = (event: E, context: Context) => Promise<unknown>;

/** One invocation of a function. */
type Work<E, A> = (event: E, deadline: Deadline) => Promise<A>;

/** The environment's first line: whose code it runs. */
const tellSource = (log: Log): void => {
  const source = readOptional(process.env, 'sourceCommit');
  if (source !== null) log.info('the environment started', { source });
};

const made = <E>(log: Log, work: Work<E, unknown>, margin: Milliseconds) => {
  tellSource(log);
  return middy<E, unknown, Error, Context & WithDeadline>((event: E, context: WithDeadline) =>
    work(event, deadlineIn(context)),
  )
    .use(correlation)
    .use(unknownErrors(log))
    .use(deadlineWithin(margin));
};

/** @param margin between the last external call and the end of the invocation */
export const serve = <E>(log: Log, work: Work<E, unknown>, margin = afterCalls): Handler<E> => made(log, work, margin);

/** A function that processes batches; `work` returns the identifiers of failed messages or records. */
export const serveBatch = <E>(log: Log, work: Work<E, readonly string[]>, margin = afterCalls): Handler<E> =>
  made(log, work, margin).use(partialBatch);
