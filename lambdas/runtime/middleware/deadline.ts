import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Deadline } from '../../kernel/deadline.ts';
import type { Milliseconds } from '../../kernel/time.ts';
import { systemClock } from '../clock.ts';
import { deadlineOf } from '../deadline.ts';

export interface WithDeadline {
  deadline?: Deadline;
}

/** @throws Error without `deadlineWithin` */
export const deadlineIn = ({ deadline }: WithDeadline): Deadline => {
  if (deadline === undefined) throw new Error('the invocation has no deadline');
  return deadline;
};

/** @param margin between the last external call and the end of the invocation */
export const deadlineWithin = (
  margin: Milliseconds,
): MiddlewareObj<unknown, unknown, Error, Context & WithDeadline> => ({
  before: ({ context }) => {
    context.deadline = deadlineOf(context, systemClock(), margin);
  },
});
