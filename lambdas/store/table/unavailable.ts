import { isThrottlingError, isTransientError } from '#retry';

type SdkError = Parameters<typeof isTransientError>[0];

const isSdkError = (error: unknown): error is SdkError => error instanceof Error;

/**
 * Whether a call of AWS failed, after its repetitions, in a way that trying again later may cure: too many requests, an
 * error of the service, no connection, no answer. The SDK tells which; beside those, a transaction holds the item.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
 */
export const isUnavailable = (error: unknown): boolean =>
  isSdkError(error) &&
  (isThrottlingError(error) || isTransientError(error) || error.name === 'TransactionConflictException');
