/**
 * What DynamoDB answers, after the SDK's own repetitions, when it wants to be asked again later: too many requests, or
 * a transaction that holds the item.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
const passing: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

export const isThrottled = (error: unknown): boolean => error instanceof Error && passing.has(error.name);
