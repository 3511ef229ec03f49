import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
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

describe.each([production, { ...staging, auditTrail: { retentionDays: 30, table: false } }])(
  'the trail of stage $name',
  (stage) => {
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

    // https://docs.aws.amazon.com/awscloudtrail/latest/APIReference/API_AdvancedFieldSelector.html
    test("holds who reads or writes the table's items where the stage says so, each of the functions left out", () => {
      const { retentionDays } = stage.auditTrail ?? { retentionDays: 30 };
      const { Resources: all } = synthesise({ ...stage, auditTrail: { retentionDays, table: true } });
      const table = { 'Fn::GetAtt': ['Table', 'Arn'] };
      const functions = ofType(all, 'AWS::Lambda::Function');
      const sessions = functions.map(([, { Properties }]) => {
        const role = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }).parse(Properties['Role']);
        return { Ref: role['Fn::GetAtt'][0] };
      });
      const { AdvancedEventSelectors } = z
        .object({ AdvancedEventSelectors: z.array(z.object({ FieldSelectors: z.array(z.looseObject({})) })) })
        .parse(all['AuditTrail']?.Properties);
      expect(AdvancedEventSelectors).toHaveLength(2);
      const [, second] = AdvancedEventSelectors;
      expect(second?.FieldSelectors.slice(0, 3)).toEqual([
        { Field: 'eventCategory', Equals: ['Data'] },
        { Field: 'resources.type', Equals: ['AWS::DynamoDB::Table'] },
        { Field: 'resources.ARN', Equals: [table], StartsWith: [{ 'Fn::Join': ['', [table, '/']] }] },
      ]);
      const { Field, NotStartsWith } = z
        .object({ Field: z.string(), NotStartsWith: z.array(z.unknown()) })
        .parse(second?.FieldSelectors[3]);
      expect(Field).toBe('userIdentity.arn');
      expect(NotStartsWith).toHaveLength(functions.length);
      for (const role of sessions) {
        expect(NotStartsWith).toContainEqual({ 'Fn::Join': ['', expect.arrayContaining([role, '/'])] });
      }
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
  },
);
