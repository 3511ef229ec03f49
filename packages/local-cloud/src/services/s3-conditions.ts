import { AwsError, type AwsRequest } from './aws-service.ts';

/**
 * Checks the conditions of a write: https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 * @param etag of the current version; null without one, or when it is a delete marker
 * @throws AwsError when a condition does not hold
 */
export const requireConditions = (
  { 'if-match': wanted, 'if-none-match': unwanted }: AwsRequest['headers'],
  etag: string | null,
): void => {
  if (unwanted !== undefined && unwanted !== '*') {
    throw new AwsError('NotImplemented', 'A header you provided implies functionality that is not implemented', 501);
  }
  if (wanted !== undefined && etag === null) {
    throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
  }
  const differs = wanted !== undefined && wanted.replaceAll('"', '') !== etag?.replaceAll('"', '');
  if (differs || (unwanted === '*' && etag !== null)) {
    throw new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412);
  }
};
