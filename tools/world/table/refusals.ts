import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactionConflictException,
  type AttributeValue,
  type CancellationReason,
} from '@aws-sdk/client-dynamodb';

type Existing = Record<string, AttributeValue> | undefined;

const $metadata = {};

/** The SDK has no class for it. The service reads no text of it, so it is the model's own. */
export const invalid = (message: string): DynamoDBServiceException =>
  new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', $metadata, message });

const failedCondition = 'The conditional request failed';
const ongoing = 'Transaction is ongoing for the item';

/** @param Item the existing item, when the request asks for it */
export const conditionFailed = (Item: Existing): ConditionalCheckFailedException =>
  new ConditionalCheckFailedException({ $metadata, message: failedCondition, ...(Item && { Item }) });

export const conflicting = (): TransactionConflictException =>
  new TransactionConflictException({ $metadata, message: ongoing });

export const mismatched = (): IdempotentParameterMismatchException =>
  new IdempotentParameterMismatchException({ $metadata, Message: undefined, message: '' });

export const noTable = (): ResourceNotFoundException =>
  new ResourceNotFoundException({ $metadata, message: 'Requested resource not found' });

/** Why a write cancels its transaction; `None` for a write that doesn't. */
export const reasons = {
  none: (): CancellationReason => ({ Code: 'None' }),
  condition: (Item: Existing): CancellationReason => ({
    Code: 'ConditionalCheckFailed',
    Message: failedCondition,
    ...(Item && { Item }),
  }),
  conflict: (): CancellationReason => ({ Code: 'TransactionConflict', Message: ongoing }),
  invalid: (Message: string): CancellationReason => ({ Code: 'ValidationError', Message }),
};

export const cancelled = (why: readonly CancellationReason[]): TransactionCanceledException =>
  new TransactionCanceledException({
    $metadata,
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${why.map(({ Code }) => Code).join(', ')}]`,
    CancellationReasons: [...why],
  });
