import { isObject } from '../template.ts';

/**
 * The items that a function reports as failed; `all` when its answer can't be read.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html#services-sqs-batchfailurereporting
 * @param payload JSON
 * @param identifiers of the records of the batch
 */
export const failedItems = (payload: string, identifiers: ReadonlySet<string>): ReadonlySet<string> | 'all' => {
  const response: unknown = JSON.parse(payload);
  const failures = isObject(response) ? (response['batchItemFailures'] ?? []) : [];
  if (!Array.isArray(failures)) return 'all';
  const failed = new Set<string>();
  for (const failure of failures) {
    const identifier = isObject(failure) ? failure['itemIdentifier'] : undefined;
    if (typeof identifier !== 'string' || !identifiers.has(identifier)) return 'all';
    failed.add(identifier);
  }
  return failed;
};
