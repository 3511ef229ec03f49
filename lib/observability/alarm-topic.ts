import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { ArnFormat, Aws, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import type { StageConfig } from '../stages.ts';
import { alarmNamesOf } from './watch.ts';

const publisher = (): ServicePrincipal => new ServicePrincipal('cloudwatch.amazonaws.com');

/**
 * The topic's key, which CloudWatch may use for the stage's alarms. The key of tokens is not shared with CloudWatch, and
 * the policy of the AWS managed key does not allow CloudWatch: https://repost.aws/knowledge-center/cloudwatch-configure-alarm-sns
 * https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html#compatibility-with-aws-services
 */
const addAlarmKey = (scope: Construct, { name, data }: StageConfig): Key => {
  const key = new Key(scope, 'AlarmKey', {
    description: `swift-worker ${name}: alarms on their way`,
    enableKeyRotation: true,
    // Delivered messages are not stored, so the key is not needed afterwards.
    removalPolicy: RemovalPolicy.DESTROY,
    pendingWindow: Duration.days(data.keyRecoveryDays),
  });
  pinLogicalId(key, 'AlarmKey');
  const alarms = Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: alarmNamesOf(name),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [publisher()],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID }, ArnLike: { 'aws:SourceArn': alarms } },
    }),
  );
  return key;
};

/** The topic of alarms and its subscriptions. */
export const addAlarmTopic = (scope: Construct, stage: StageConfig): Topic => {
  const topic = new Topic(scope, 'Alarms', {
    displayName: `swift-worker ${stage.name}`,
    enforceSSL: true,
    masterKey: addAlarmKey(scope, stage),
  });
  pinLogicalId(topic, 'AlarmTopic');
  // An explicit policy replaces the default, which allows the whole account.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [publisher()],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  for (const email of stage.alarms.emails) topic.addSubscription(new EmailSubscription(email));
  return topic;
};
