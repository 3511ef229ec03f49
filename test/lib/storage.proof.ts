import { describe, expect, test } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { production } from '../../lib/stages.ts';
import { allStages, ofType, policiesOf, synthesise } from '../../tools/harness/synthesised.ts';

describe.each(allStages)('the table of stage $name', (stage) => {
  const { template, Resources } = synthesise(stage);

  test('is the only one', () => {
    template.resourceCountIs('AWS::DynamoDB::GlobalTable', 1);
    expect(ofType(Resources, 'AWS::DynamoDB::Table')).toEqual([]);
  });

  test('has string keys pk and sk, and is paid by request', () => {
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
        { AttributeName: 'due_shard', AttributeType: 'S' },
        { AttributeName: 'due_at', AttributeType: 'S' },
      ],
    });
  });

  test('has one index, due, of keys only', () => {
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      GlobalSecondaryIndexes: [
        {
          IndexName: 'due',
          KeySchema: [
            { AttributeName: 'due_shard', KeyType: 'HASH' },
            { AttributeName: 'due_at', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
      LocalSecondaryIndexes: Match.absent(),
    });
  });

  test('streams both images and expires by ttl', () => {
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
  });

  test('can be restored to any second of its recovery days', () => {
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      Replicas: [
        Match.objectLike({
          PointInTimeRecoverySpecification: {
            PointInTimeRecoveryEnabled: true,
            RecoveryPeriodInDays: stage.data.recoveryDays,
          },
        }),
      ],
    });
  });

  test("is encrypted with the stage's own key", () => {
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
      Replicas: [Match.objectLike({ SSESpecification: { KMSMasterKeyId: { 'Fn::GetAtt': ['Key', 'Arn'] } } })],
    });
  });

  test('stands in one region with a key that rotates', () => {
    expect(Resources['Key']).toMatchObject({ Type: 'AWS::KMS::Key', Properties: { EnableKeyRotation: true } });
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      Replicas: [Match.objectLike({ Region: stage.region })],
    });
    template.hasResourceProperties('AWS::KMS::Alias', {
      AliasName: `alias/swift-worker-${stage.name}`,
      TargetKeyId: { 'Fn::GetAtt': ['Key', 'Arn'] },
    });
  });

  test('and its key can be deleted only where the stage says so', () => {
    for (const logicalId of ['Table', 'Key']) expect(Resources[logicalId]).toMatchObject(policiesOf(stage));
    template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      Replicas: [Match.objectLike({ DeletionProtectionEnabled: stage.data.deletionProtection })],
    });
  });
});

test('production keeps its data whatever happens to the stack', () => {
  expect(production.data).toEqual({
    removal: 'retain',
    deletionProtection: true,
    recoveryDays: 35,
    keyRecoveryDays: 30,
  });
});
