import { startServices, type Services } from '@swift-worker/local-cloud/services/services.ts';
import { testRunTables } from '../../../tools/harness/test-run-tables.ts';

/** @param dataDirectory undefined: nothing is kept */
export const runServices = async (dataDirectory?: string, log: string[] = []): Promise<Services> =>
  startServices({
    dataDirectory,
    ports: { gateway: 0, dynamodb: 0, cognito: 0 },
    log: (line) => log.push(line),
    dynamoDbLocal: dataDirectory === undefined ? await testRunTables() : undefined,
  });

/** How a client of the AWS SDK reaches them. */
export const clientOptions = ({ endpoint }: Services, accessKeyId: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey: 'secret' },
});

/** A call without an SDK. */
export const call = async (
  { endpoint }: Services,
  accessKeyId: string,
  service: string,
  target: string,
  input: object,
): Promise<{ status: number; output: unknown }> => {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': target,
      authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260115/us-east-1/${service}/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify(input),
  });
  return { status: response.status, output: await response.json() };
};

export const tableProperties = (name: string) => ({
  TableName: name,
  AttributeDefinitions: ['pk', 'sk', 'gpk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-gpk',
      KeySchema: [{ AttributeName: 'gpk', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['label'] },
    },
  ],
  BillingMode: 'PAY_PER_REQUEST',
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
  TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
  PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  SSESpecification: { SSEEnabled: true, SSEType: 'KMS', KMSMasterKeyId: 'key' },
  DeletionProtectionEnabled: true,
  Tags: [{ Key: 'stage', Value: 'local' }],
});
