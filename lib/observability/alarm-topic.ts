import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Aws } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { pinLogicalId } from '../logical-id.ts';
import type { StageConfig } from '../stages.ts';

/** Where alarms are told, and who hears of them. Their texts hold nothing of a partner, so no key of ours is needed. */
export const addAlarmTopic = (scope: Construct, { name, alarms }: StageConfig): Topic => {
  const topic = new Topic(scope, 'Alarms', { displayName: `swift-worker ${name}`, enforceSSL: true });
  pinLogicalId(topic, 'AlarmTopic');
  // A policy of its own replaces the one that lets in everybody of the account.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  for (const email of alarms.emails) topic.addSubscription(new EmailSubscription(email));
  return topic;
};
