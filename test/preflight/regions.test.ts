import { DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { ListSubscriptionsByTopicCommand } from '@aws-sdk/client-sns';
import { GetParameterCommand, ParameterNotFound } from '@aws-sdk/client-ssm';
import { beforeEach, expect, test } from '@jest/globals';
import type { DeployedStage } from '../../lib/stages.ts';
import { edge, withDomain } from '../lib/with-domain.ts';
import { look, onCall, openAccount, services, stage } from './account.ts';

/** A stage with an edge in us-east-1 and copies of its backups in eu-central-1. */
const elsewhere: DeployedStage = {
  ...stage,
  domain: withDomain({ edge }).domain,
  backup: { region: 'eu-central-1', keepDays: 35 },
};
const edgeTopic = 'arn:aws:sns:us-east-1:111111111111:swift-worker-staging-edge-PageTopic-1';

const stackIs = (name: string, StackStatus: 'UPDATE_COMPLETE' | 'UPDATE_ROLLBACK_FAILED'): void => {
  services.cloudFormation
    .on(DescribeStacksCommand, { StackName: name })
    .resolves({ Stacks: [{ StackName: name, CreationTime: new Date(0), StackStatus }] });
  services.cloudFormation.on(ListStackResourcesCommand, { StackName: name }).resolves({
    StackResourceSummaries: name.endsWith('-edge')
      ? [
          {
            LogicalResourceId: 'PageTopic',
            ResourceType: 'AWS::SNS::Topic',
            PhysicalResourceId: edgeTopic,
            LastUpdatedTimestamp: new Date(0),
            ResourceStatus: 'CREATE_COMPLETE',
          },
        ]
      : [],
  });
};

const lacks = async () => (await look(elsewhere)).filter(({ state }) => state !== 'ok');

openAccount();
beforeEach(() => {
  stackIs('swift-worker-staging-edge', 'UPDATE_COMPLETE');
  stackIs('swift-worker-staging-copies', 'UPDATE_COMPLETE');
  services.sns.on(ListSubscriptionsByTopicCommand, { TopicArn: edgeTopic }).resolves({
    Subscriptions: [{ Endpoint: onCall, Protocol: 'email', SubscriptionArn: 'arn:aws:sns:subscription' }],
  });
});

test('a stage with stacks in three regions that lacks nothing is ready', async () => {
  const items = await look(elsewhere);
  expect(items.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(items.filter(({ name }) => name === 'bootstrap').map(({ found }) => found)).toEqual([
    'eu-west-1 has version 30',
    'eu-central-1 has version 30',
    'us-east-1 has version 30',
  ]);
});

test.each(['eu-central-1', 'us-east-1'])('the region %s is not bootstrapped', async (region) => {
  services.ssm
    .on(GetParameterCommand)
    .callsFake(async (_, client: () => { config: { region: () => Promise<string> } }) => {
      if ((await client().config.region()) === region) throw new ParameterNotFound({ message: 'none', $metadata: {} });
      return { Parameter: { Value: '30' } };
    });
  expect(await lacks()).toEqual([
    {
      name: 'bootstrap',
      state: 'missing',
      found: `the region ${region} is not bootstrapped for the CDK`,
      cure: 'npm run bootstrap -- --stage staging',
    },
  ]);
});

test.each([
  ['swift-worker-staging-edge', 'us-east-1'],
  ['swift-worker-staging-copies', 'eu-central-1'],
])('%s cannot be deployed in its state', async (name, region) => {
  stackIs(name, 'UPDATE_ROLLBACK_FAILED');
  expect(await lacks()).toEqual([
    expect.objectContaining({
      name: 'stack',
      state: 'missing',
      found: `${name} is in the state UPDATE_ROLLBACK_FAILED`,
      cure: expect.stringContaining(`--region ${region} --stack-name ${name}`) as unknown,
    }),
  ]);
});

test('an address that has not confirmed the alarms of the edge', async () => {
  services.sns
    .on(ListSubscriptionsByTopicCommand, { TopicArn: edgeTopic })
    .resolves({ Subscriptions: [{ Endpoint: onCall, Protocol: 'email', SubscriptionArn: 'PendingConfirmation' }] });
  expect(await lacks()).toEqual([
    expect.objectContaining({
      found: `${onCall} has not confirmed the subscription, and gets no alarms of the edge of the severity page`,
      cure: expect.stringContaining('aws sns subscribe --region us-east-1') as unknown,
    }),
  ]);
});
