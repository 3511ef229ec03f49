import { randomUUID } from 'node:crypto';
import type { DynamoDbLocalTables } from '@swift-worker/local-cloud/services/dynamodb-local.ts';
import { dynamoDbLocalVariable } from '../test-run/set-up.ts';

/** New tables, apart from all others, in the DynamoDB Local of the test run. Undefined: there is no test run. */
export const testRunTables = async (): Promise<DynamoDbLocalTables | undefined> => {
  const offer = process.env[dynamoDbLocalVariable];
  if (offer === undefined) return undefined;
  const answer = await fetch(offer);
  if (!answer.ok) throw new Error('the DynamoDB Local of the test run did not start');
  return { endpoint: await answer.text(), accessKeyId: randomUUID().replaceAll('-', '') };
};
