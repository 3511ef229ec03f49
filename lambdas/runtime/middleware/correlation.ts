import type { MiddlewareObj } from '@middy/core';
import { correlate } from '../logger.ts';

/** Every log line has the id of its invocation. */
export const correlation: MiddlewareObj = {
  before: ({ context }) => {
    correlate(context.awsRequestId);
  },
};
