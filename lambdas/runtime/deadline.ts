import type { Context } from 'aws-lambda';
import type { Deadline } from '../domain/deadline.ts';
import type { Milliseconds } from '../domain/time.ts';
import { platformLimits } from '../platform/limits.ts';

/** Between the last call to the outside and the end: the commit, the release of leases, the answer. */
export const afterCalls: Milliseconds = 3_000;
/** The same for a worker, whose step may end in many commits. */
export const afterWorkersCalls: Milliseconds = 10_000;
/** For the answer itself, its log line, and the way to API Gateway. */
const forTheAnswer: Milliseconds = 1_000;

/** The deadline of an invocation, by Lambda's own clock. https://docs.aws.amazon.com/lambda/latest/dg/nodejs-context.html */
export const deadlineOf = (
  context: Pick<Context, 'getRemainingTimeInMillis'>,
  now: Milliseconds,
  margin: Milliseconds = afterCalls,
): Deadline => {
  const left = context.getRemainingTimeInMillis();
  return {
    calls: now + left - margin,
    answer: AbortSignal.timeout(Math.max(0, left - forTheAnswer)),
    end: now + left,
  };
};

/** One step of a worker: two calls to the platform, one after another. */
const longestStep = 2 * platformLimits.whole;

/** When a worker begins no further step, so that it is not killed within one. */
export const lastStepOf = ({ calls }: Deadline): Milliseconds => calls - longestStep;
