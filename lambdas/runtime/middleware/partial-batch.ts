import type { MiddlewareObj } from '@middy/core';

/**
 * Makes the identifiers of what failed the answer to a batch of messages or records, for only these to come again.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
export const partialBatch: MiddlewareObj = {
  after: (request) => {
    const failed: unknown = request.response;
    if (!Array.isArray(failed)) throw new Error('a batch is answered with the identifiers of what failed');
    request.response = { batchItemFailures: failed.map((itemIdentifier: unknown) => ({ itemIdentifier })) };
  },
};
