import type { MiddlewareObj } from '@middy/core';
import { correlate } from '../logger.ts';

/** Every line of the log names the invocation that wrote it. */
export const correlation: MiddlewareObj = {
  before: ({ context }) => {
    correlate(context.awsRequestId);
  },
};
