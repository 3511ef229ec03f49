import type { Context } from 'aws-lambda';
import type { Deadline } from '../kernel/deadline.ts';
import type { Milliseconds } from '../kernel/time.ts';
import { platformLimits } from '../platform/limits.ts';

/** The time between the last external call and the end: for the commit, the release of leases and the response. */
export const afterCalls: Milliseconds = 3_000;
/** The same for a worker, whose step may have many commits. */
export const afterWorkersCalls: Milliseconds = 10_000;
/** For the response, its log line and the transfer to API Gateway. */
const forTheAnswer: Milliseconds = 1_000;

/**
 * The deadline of an invocation, by Lambda's clock. https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html
 * @param ended is aborted when the response is due; the caller aborts it when the invocation ends before
 */
export const deadlineOf = (
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  now: Milliseconds,
  margin: Milliseconds = afterCalls,
  ended = new AbortController(),
): Deadline => {
  const left = context.getRemainingTimeInMillis();
  const due = setTimeout(
    () => {
      ended.abort();
    },
    Math.max(0, left - forTheAnswer),
  ).unref();
  ended.signal.addEventListener('abort', () => {
    clearTimeout(due);
  });
  return { calls: now + left - margin, answer: ended.signal, end: now + left };
};

/** The longest step of a worker: two consecutive calls of the platform. */
const longestStep = 2 * platformLimits.whole;

/** The time that a fold reserves to finish the page that it is folding. */
const forThePage: Milliseconds = 60_000;

/** When a fold begins no further page. */
export const lastPageOf = ({ end }: Deadline): Milliseconds => end - forThePage;

/** When a worker begins no further step, so that its invocation does not end within one. */
export const lastStepOf = ({ calls }: Deadline): Milliseconds => calls - longestStep;
