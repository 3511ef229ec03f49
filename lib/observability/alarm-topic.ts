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
 * The key of the topic, which CloudWatch may use for the alarms of the stage. A key of its own: CloudWatch has no business
 * with the key that seals tokens, and nobody can change the policy of the one that AWS manages (alias/aws/sns), under
 * which no alarm gets through: https://repost.aws/knowledge-center/cloudwatch-configure-alarm-sns
 * https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html#compatibility-with-aws-services
 */
const addAlarmKey = (scope: Construct, { name, data }: StageConfig): Key => {
  const key = new Key(scope, 'AlarmKey', {
    description: `swift-worker ${name}: alarms on their way`,
    enableKeyRotation: true,
    // A message is gone once it is delivered, so there is nothing to keep the key for.
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

/** Where alarms are told, and who hears of them. */
export const addAlarmTopic = (scope: Construct, stage: StageConfig): Topic => {
  const topic = new Topic(scope, 'Alarms', {
    displayName: `swift-worker ${stage.name}`,
    enforceSSL: true,
    masterKey: addAlarmKey(scope, stage),
  });
  pinLogicalId(topic, 'AlarmTopic');
  // A policy of its own replaces the one that lets in everybody of the account.
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
