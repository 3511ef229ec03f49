import { isThrottlingError, isTransientError } from '@smithy/core/retry';

type SdkError = Parameters<typeof isTransientError>[0];

const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

/**
 * Whether an error of AWS, after the client's retries, is transient: throttling, an error of the service, no connection,
 * no response, or a transaction that holds the item.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
export const isUnavailable = (error: unknown): boolean =>
  isSdkError(error) &&
  (isThrottlingError(error) || isTransientError(error) || error.name === 'TransactionConflictException');
