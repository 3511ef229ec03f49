import { describe, expect, test } from '@jest/globals';
import { local, production, staging } from '../../lib/stages.ts';
import { ofType, synthesise } from '../../tools/harness/synthesised.ts';

const bucket = { Ref: 'AuditTrailBucket' };
const bucketArn = { 'Fn::GetAtt': ['AuditTrailBucket', 'Arn'] };

test('production has a trail, the other stages have none unless it is given', () => {
  expect(production.auditTrail).not.toBeNull();
  for (const stage of [local, staging]) {
    const { Resources } = synthesise(stage);
    for (const type of ['AWS::CloudTrail::Trail', 'AWS::S3::Bucket']) expect(ofType(Resources, type)).toEqual([]);
  }
});

describe.each([production, { ...staging, auditTrail: { retentionDays: 30 } }])('the trail of stage $name', (stage) => {
  const { Resources } = synthesise(stage);
  const functionArn = { 'Fn::GetAtt': ['Operator', 'Arn'] };

  test("holds the calls of the operator's function, of each version of it, and of nothing else", () => {
    expect(ofType(Resources, 'AWS::CloudTrail::Trail').map(([logicalId]) => logicalId)).toEqual(['AuditTrail']);
    expect(Resources['AuditTrail']?.Properties).toMatchObject({
      TrailName: `swift-worker-${stage.name}-operator`,
      S3BucketName: bucket,
      IsLogging: true,
      EnableLogFileValidation: true,
      AdvancedEventSelectors: [
        {
          FieldSelectors: [
            { Field: 'eventCategory', Equals: ['Data'] },
            { Field: 'resources.type', Equals: ['AWS::Lambda::Function'] },
            {
              Field: 'resources.ARN',
              Equals: [functionArn],
              StartsWith: [{ 'Fn::Join': ['', [functionArn, ':']] }],
            },
          ],
        },
      ],
    });
    expect(Resources['AuditTrail']?.Properties).not.toHaveProperty('EventSelectors');
  });

  test('is kept in a bucket that is encrypted, versioned, closed to the public, and as long as the stage says', () => {
    const days = stage.auditTrail?.retentionDays;
    expect(Resources['AuditTrailBucket']).toMatchObject({
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
        },
        VersioningConfiguration: { Status: 'Enabled' },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
        LifecycleConfiguration: {
          Rules: [
            {
              ExpirationInDays: days,
              NoncurrentVersionExpiration: { NoncurrentDays: days },
              Status: 'Enabled',
            },
          ],
        },
      },
    });
  });

  test('outlives its stack, but for a creation that fails', () => {
    expect(Resources['AuditTrailBucket']).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  // https://docs.aws.amazon.com/awscloudtrail/latest/userguide/create-s3-bucket-policy-for-cloudtrail.html
  test('is written by this trail alone, over TLS', () => {
    const [[, policy] = []] = ofType(Resources, 'AWS::S3::BucketPolicy');
    const trailArn = expect.objectContaining({
      'Fn::Join': ['', expect.arrayContaining([`:trail/swift-worker-${stage.name}-operator`])],
    });
    const Principal = { Service: 'cloudtrail.amazonaws.com' };
    expect(policy?.Properties).toMatchObject({
      Bucket: bucket,
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Action: 's3:*',
            Principal: { AWS: '*' },
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
          {
            Effect: 'Allow',
            Action: 's3:GetBucketAcl',
            Principal,
            Resource: bucketArn,
            Condition: { StringEquals: { 'aws:SourceArn': trailArn } },
          },
          {
            Effect: 'Allow',
            Action: 's3:PutObject',
            Principal,
            Resource: { 'Fn::Join': ['', [bucketArn, '/AWSLogs/', { Ref: 'AWS::AccountId' }, '/*']] },
            Condition: {
              StringEquals: { 'aws:SourceArn': trailArn, 's3:x-amz-acl': 'bucket-owner-full-control' },
            },
          },
        ],
      },
    });
  });
});
