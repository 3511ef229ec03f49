import type { MiddlewareObj } from '@middy/core';
import type { Log } from '../logger.ts';

/** Logs what a function throws, without what the error carries beside its text. Lambda learns of it all the same. */
export const unknownErrors = (log: Log): MiddlewareObj => ({
  onError: ({ error }) => {
    log.error('the function failed', { error });
  },
});
