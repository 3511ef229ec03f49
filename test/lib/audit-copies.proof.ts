import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { choose } from '../../lib/choose-stages.ts';
import { local, production, staging } from '../../lib/stages.ts';
import { allStages, ofType, synthesise, withAuditCopy } from '../../tools/harness/synthesised.ts';
import { streamFilter } from './stream-filter.ts';

const bucketArn = { 'Fn::GetAtt': ['AuditCopyBucket', 'Arn'] };
const everyObject = { 'Fn::Join': ['', [bucketArn, '/*']] };
const entries = { 'Fn::Join': ['', [bucketArn, '/entries/*']] };
const changes = { 'Fn::Join': ['', [bucketArn, '/changes/*']] };

const record = (pk: string, eventName: string) => ({
  eventName,
  dynamodb: { Keys: { pk: { S: pk }, sk: { S: 'an-id' } }, NewImage: { pk: { S: pk } } },
});

describe.each(allStages)('stage $name without auditCopy', (stage) => {
  const { Resources } = synthesise(stage);

  test('has nothing of it', () => {
    const ids = Object.keys(Resources).filter((id) => id.startsWith('AuditCop') || id.startsWith('AuditQueue'));
    expect(ids).toEqual([]);
    for (const word of [
      'AUDIT_QUEUE_URL',
      'AUDIT_BUCKET_NAME',
      'AUDIT_YEARS',
      'audit_entries_changed',
      's3-object-lock',
    ]) {
      expect(JSON.stringify(Resources)).not.toContain(word);
    }
    expect(streamFilter(Resources, 'JournalSource')(record('AUDIT#2026-07', 'INSERT'))).toBe(false);
  });
});

describe.each(allStages.map(withAuditCopy))('stage $name with auditCopy', (stage) => {
  const { Resources } = synthesise(stage);
  const [[, policy] = []] = ofType(Resources, 'AWS::S3::BucketPolicy').filter(([id]) => id.startsWith('AuditCop'));

  test('has a bucket that is locked for its years, versioned, encrypted without the key of the stage and closed to the public', () => {
    const days = 7 * 366;
    expect(Resources['AuditCopyBucket']?.Properties).toMatchObject({
      ObjectLockEnabled: true,
      ObjectLockConfiguration: {
        ObjectLockEnabled: 'Enabled',
        Rule: { DefaultRetention: { Mode: 'COMPLIANCE', Days: days } },
      },
      VersioningConfiguration: { Status: 'Enabled' },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          // The copies outlive the stage's key.
          { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
        ],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      LifecycleConfiguration: {
        Rules: [
          { ExpirationInDays: days + 1, NoncurrentVersionExpiration: { NoncurrentDays: 1 }, Status: 'Enabled' },
          { ExpiredObjectDeleteMarker: true, Status: 'Enabled' },
        ],
      },
    });
  });

  test('keeps the bucket when the stack is deleted, but for a creation that fails', () => {
    expect(Resources['AuditCopyBucket']).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  test('lets no one delete or bypass, only the copier write, and no one write twice', () => {
    const { PolicyDocument } = z
      .object({ PolicyDocument: z.object({ Statement: z.array(z.looseObject({})) }) })
      .parse(policy?.Properties);
    const denied = { Effect: 'Deny', Principal: { AWS: '*' }, Resource: everyObject };
    expect(PolicyDocument.Statement).toEqual([
      {
        ...denied,
        Action: 's3:*',
        Resource: [bucketArn, everyObject],
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
      {
        ...denied,
        Action: [
          's3:BypassGovernanceRetention',
          's3:DeleteObject',
          's3:DeleteObjectVersion',
          's3:PutObjectLegalHold',
          's3:PutObjectRetention',
        ],
      },
      {
        ...denied,
        Action: 's3:PutObject',
        Condition: {
          ArnNotEquals: {
            'aws:PrincipalArn': { 'Fn::GetAtt': [expect.stringMatching(/^AuditCopyRole/), 'Arn'] },
          },
        },
      },
      { ...denied, Action: 's3:PutObject', Condition: { Null: { 's3:if-none-match': 'true' } } },
    ]);
  });

  test('lets the copier put, the verifier read, and no other function touch the bucket', () => {
    const own = ofType(Resources, 'AWS::IAM::Policy').flatMap(([logicalId, { Properties }]) => {
      const { PolicyDocument } = z
        .object({ PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Action: z.unknown() })) }) })
        .parse(Properties);
      return PolicyDocument.Statement.filter((it) => JSON.stringify(it).includes('AuditCopyBucket')).map(
        ({ Action, Resource }) => [logicalId.replace(/Role.*/, ''), Action, Resource],
      );
    });
    expect(own).toEqual([
      ['AuditCopy', 's3:PutObject', [changes, entries]],
      ['AuditCopy', 's3:GetObject', entries],
      ['Operator', 's3:GetObject', entries],
      ['Operator', 's3:ListBucket', bucketArn],
    ]);
  });

  test('reads all changes of the trail by the second reader of the stream, and has no third one', () => {
    const passes = streamFilter(Resources, 'JournalSource');
    for (const eventName of ['INSERT', 'MODIFY', 'REMOVE']) {
      expect(passes(record('AUDIT#2026-07', eventName))).toBe(true);
      expect(passes(record('P#1', eventName))).toBe(false);
    }
    const readers = ofType(Resources, 'AWS::Lambda::EventSourceMapping').filter(
      ([, { Properties }]) => Properties['StartingPosition'] !== undefined,
    );
    expect(readers.map(([logicalId]) => logicalId).toSorted()).toEqual(['ChangeRelaySource', 'JournalSource']);
  });

  test('pages when an entry was changed, and has a queue whose failed messages go to the dead-letter queue', () => {
    expect(Resources['AuditEntryIsChangedAlarm']?.Properties).toMatchObject({
      MetricName: 'audit_entries_changed',
      Threshold: 0,
      AlarmActions: [{ Ref: 'PageTopic' }],
    });
    expect(Resources['AuditQueue']?.Properties).toMatchObject({
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['FailedQueue', 'Arn'] } },
    });
  });
});

test.each([
  { mode: 'NONE', years: 7 },
  { mode: 'GOVERNANCE', years: 0 },
  { mode: 'GOVERNANCE', years: 100 },
  { mode: 'GOVERNANCE', years: 1.5 },
  { mode: 'GOVERNANCE', years: 7, days: 1 },
])('copies of the audit trail are not made with %j', (auditCopy) => {
  expect(() => choose({ local, staging, production }, { auditCopy })).toThrow();
});
