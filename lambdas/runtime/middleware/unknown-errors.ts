import type { MiddlewareObj } from '@middy/core';
import type { Log } from '../logger.ts';

/** Logs the error that a function throws. Lambda still receives it. */
export const unknownErrors = (log: Log): MiddlewareObj => ({
  onError: ({ error }) => {
    log.error('the function failed', { error });
  },
});
