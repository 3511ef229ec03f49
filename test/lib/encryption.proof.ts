import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { allStages, ofType, synthesise } from '../../tools/harness/synthesised.ts';

const KeyPolicy = z.object({ Statement: z.array(z.looseObject({ Principal: z.record(z.string(), z.unknown()) })) });

describe.each(allStages)('what waits or is sent in stage $name', (stage) => {
  const { template, Resources } = synthesise(stage);

  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-sqs-sse-queue.html
  test('is encrypted in every queue, which the template says and does not leave to a default', () => {
    const queues = ofType(Resources, 'AWS::SQS::Queue');
    expect(queues.length).toBeGreaterThan(0);
    for (const [, { Properties }] of queues) expect(Properties).toMatchObject({ SqsManagedSseEnabled: true });
  });

  test('is encrypted in the topics of alarms, with a key of their own', () => {
    template.resourceCountIs('AWS::SNS::Topic', 2);
    template.allResourcesProperties('AWS::SNS::Topic', { KmsMasterKeyId: { 'Fn::GetAtt': ['AlarmKey', 'Arn'] } });
  });

  // CloudWatch publishes in its own name, and needs both actions on the topic's key:
  // https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html#compatibility-with-aws-services
  test('takes messages of the alarms of the stage, and of no other alarm', () => {
    const { Statement } = KeyPolicy.parse(Resources['AlarmKey']?.Properties['KeyPolicy']);
    const arn = [`arn:aws:cloudwatch:${stage.region}:`, { Ref: 'AWS::AccountId' }];
    expect(Statement.filter(({ Principal }) => 'Service' in Principal)).toEqual([
      {
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        Resource: '*',
        Condition: {
          StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
          ArnLike: { 'aws:SourceArn': { 'Fn::Join': ['', [...arn, `:alarm:swift-worker-${stage.name}-*`]] } },
        },
      },
    ]);
    for (const [, { Properties }] of ofType(Resources, 'AWS::CloudWatch::Alarm')) {
      expect(Properties['AlarmName']).toMatch(new RegExp(`^swift-worker-${stage.name}-`));
    }
  });

  test('has nothing to do with the key that seals tokens', () => {
    expect(JSON.stringify(Resources['Key'])).not.toContain('cloudwatch');
  });
});
