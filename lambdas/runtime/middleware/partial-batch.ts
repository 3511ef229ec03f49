import type { MiddlewareObj } from '@middy/core';

/**
 * Answers a batch with the identifiers of the failed messages or records, so that only these are redelivered.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export const partialBatch: MiddlewareObj = {
  after: (request) => {
    const failed: unknown = request.response;
    if (!Array.isArray(failed)) throw new Error('a handler of batches must return the identifiers of failed messages');
    request.response = { batchItemFailures: failed.map((itemIdentifier: unknown) => ({ itemIdentifier })) };
  },
};
