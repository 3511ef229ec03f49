import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic, type ITopicSubscription } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, SmsSubscription, UrlSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { ArnFormat, Aws, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { protocolOf, type AlarmSubscriber } from '../alarm-subscriber.ts';
import { pinLogicalId } from '../logical-id.ts';
import { topicIds, type Severity } from '../severity.ts';
import type { StageConfig } from '../stages.ts';
import { alarmNamesOf, type AlarmTopics } from './watch.ts';

/**
 * AWS Budgets and Cost Anomaly Detection:
 * https://docs.aws.amazon.com/cost-management/latest/userguide/budgets-sns-policy.html
 * https://docs.aws.amazon.com/cost-management/latest/userguide/ad-SNS.html
 */
const costPublishers = (): readonly ServicePrincipal[] =>
  ['budgets.amazonaws.com', 'costalerts.amazonaws.com'].map((service) => new ServicePrincipal(service));

const ofThisAccount = { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } };

const publisher = (): ServicePrincipal => new ServicePrincipal('cloudwatch.amazonaws.com');

/**
 * The key of the topics, which CloudWatch may use for the stage's alarms. The key of tokens is not shared with CloudWatch, and
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

const subscription = (subscriber: AlarmSubscriber): ITopicSubscription => {
  switch (protocolOf(subscriber)) {
    case 'email':
      return new EmailSubscription(subscriber);
    case 'sms':
      return new SmsSubscription(subscriber);
    case 'https':
      return new UrlSubscription(subscriber);
  }
};

const addTopic = (scope: Construct, stage: StageConfig, severity: Severity, masterKey: Key): Topic => {
  const topic = new Topic(scope, topicIds[severity], {
    displayName: `swift-worker ${stage.name} ${severity}`,
    enforceSSL: true,
    masterKey,
  });
  pinLogicalId(topic, topicIds[severity]);
  // An explicit policy replaces the default, which allows the whole account.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [publisher()],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: ofThisAccount,
    }),
  );
  for (const subscriber of stage.alarms.subscribers[severity]) topic.addSubscription(subscription(subscriber));
  new CfnOutput(scope, `${topicIds[severity]}Arn`, { value: topic.topicArn }).overrideLogicalId(
    `${topicIds[severity]}Arn`,
  );
  return topic;
};

const allowCostNotifications = (key: Key, topic: Topic): void => {
  const principals = [...costPublishers()];
  const conditions = ofThisAccount;
  key.addToResourcePolicy(
    new PolicyStatement({ principals, actions: ['kms:Decrypt', 'kms:GenerateDataKey*'], resources: ['*'], conditions }),
  );
  topic.addToResourcePolicy(
    new PolicyStatement({ principals, actions: ['sns:Publish'], resources: [topic.topicArn], conditions }),
  );
};

/**
 * The topics of alarms and their subscriptions. A topic that no alarm needs is not created.
 * @param tellsCosts whether AWS may send tickets about the account's costs
 */
export const addAlarmTopics = (scope: Construct, stage: StageConfig, tellsCosts: boolean): AlarmTopics => {
  const key = addAlarmKey(scope, stage);
  const topics = new Map<Severity, Topic>();
  return (severity) => {
    const known = topics.get(severity);
    if (known !== undefined) return known;
    const topic = addTopic(scope, stage, severity, key);
    if (tellsCosts && severity === 'ticket') allowCostNotifications(key, topic);
    topics.set(severity, topic);
    return topic;
  };
};
