import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { BackupClient, DescribeRegionSettingsCommand, ListBackupVaultsCommand } from '@aws-sdk/client-backup';
import { CloudFormationClient, DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient, DescribeUserPoolCommand } from '@aws-sdk/client-cognito-identity-provider';
import { CostExplorerClient, GetAnomalyMonitorsCommand } from '@aws-sdk/client-cost-explorer';
import { DescribeLimitsCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetOpenIDConnectProviderCommand, IAMClient } from '@aws-sdk/client-iam';
import { DescribeKeyCommand, KMSClient, NotFoundException as NoKey } from '@aws-sdk/client-kms';
import { GetAccountSettingsCommand, GetFunctionConcurrencyCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetHostedZoneCommand, ListResourceRecordSetsCommand, Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { ListAvailableManagedRuleGroupVersionsCommand, WAFV2Client } from '@aws-sdk/client-wafv2';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { managedRuleGroups } from '../../lib/firewall-rules.ts';
import { severities, topicIds, type Severity } from '../../lib/severity.ts';
import { production, staging, type DeployedStage } from '../../lib/stages.ts';
import { Failure } from '../../operator/failure.ts';
import type { AppFacts } from '../../operator/platform-app/facts.ts';
import { neededFields, neededPermissions } from '../../operator/platform-app/fields.ts';
import { openClients } from '../../scripts/preflight/clients.ts';
import type { Item } from '../../scripts/preflight/item.ts';
import { preflight } from '../../scripts/preflight/preflight.ts';

export const now = Date.parse('2026-07-14T12:00:00.000Z');

export const accountId = '111111111111';
const topicOf = (severity: Severity): string =>
  `arn:aws:sns:eu-west-1:${accountId}:swift-worker-staging-${topicIds[severity]}-1`;
export const onCall = 'on-call@acme.test';
const team = 'team@acme.test';

/** A stage that leaves nothing out. */
export const stage: DeployedStage = {
  ...staging,
  account: accountId,
  region: 'eu-west-1',
  graphVersion: 'v26.0',
  platformAppId: '100000000000001',
  signUp: { configId: '200000000000001', launch: 'dialog', coexistence: 'off' },
  portalOrigins: ['https://portal.acme.test'],
  alarms: { ...staging.alarms, subscribers: { page: [onCall], ticket: [team] } },
  budget: { dollarsPerMonth: 100, anomalies: null },
};

export const otherStage: DeployedStage = { ...production, account: '222222222222' };

const mockServices = () => ({
  acm: mockClient(ACMClient),
  backup: mockClient(BackupClient),
  cloudFormation: mockClient(CloudFormationClient),
  cognito: mockClient(CognitoIdentityProviderClient),
  costs: mockClient(CostExplorerClient),
  dynamodb: mockClient(DynamoDBClient),
  iam: mockClient(IAMClient),
  kms: mockClient(KMSClient),
  lambda: mockClient(LambdaClient),
  route53: mockClient(Route53Client),
  s3: mockClient(S3Client),
  secrets: mockClient(SecretsManagerClient),
  ses: mockClient(SESv2Client),
  sns: mockClient(SNSClient),
  ssm: mockClient(SSMClient),
  sts: mockClient(STSClient),
  waf: mockClient(WAFV2Client),
});

/** A made-up AWS account, whose answers a test changes. */
export let services: ReturnType<typeof mockServices>;

/** Makes up the account for the tests of a file. It lacks nothing at the beginning of each. */
export const openAccount = (): void => {
  beforeAll(() => {
    services = mockServices();
  });
  beforeEach(lackNothing);
  // Other suites use the same classes.
  afterAll(() => {
    for (const service of Object.values(services)) service.restore();
  });
};

const callbackUrl = 'https://api.acme.test/platform/callback';

/** The app as the operator's function reads it, with everything that a stage without coexistence needs. */
export const soundApp: AppFacts = {
  app_id: '100000000000001',
  callback_url: callbackUrl,
  sign_up: { config_id: '200000000000001', coexistence: 'off' },
  name: 'Acme Messaging',
  webhook: { callback_url: callbackUrl, active: true, fields: Object.keys(neededFields('off')) },
  permissions: neededPermissions.map((permission) => ({ permission, status: 'live' })),
  graph: { version: stage.graphVersion, served: stage.graphVersion },
  unread: [],
};

/** What the operator's function answers, and the commands that it was asked. */
export const operator = { answer: soundApp as AppFacts | null | Failure, asked: [] as string[] };

/** The names of the commands that were sent to any of them. */
export const commandsSent = (): readonly string[] => {
  const all: readonly { calls: () => readonly { readonly args: readonly unknown[] }[] }[] = Object.values(services);
  return all.flatMap((service) =>
    service.calls().map(({ args: [command] }) => (command instanceof Object ? command.constructor.name : '')),
  );
};

const resource = (logicalId: string, type: string, physicalId: string) => ({
  LogicalResourceId: logicalId,
  ResourceType: type,
  PhysicalResourceId: physicalId,
  LastUpdatedTimestamp: new Date(0),
  ResourceStatus: 'CREATE_COMPLETE' as const,
});

/** As CloudFormation tells of a stack that it does not have. */
const noStack = Object.assign(new Error('Stack with id swift-worker-staging does not exist'), {
  name: 'ValidationError',
});

export const refusal = (name: string): Error => Object.assign(new Error('no'), { name });

/** The account lacks nothing: the stage is deployed, its 157 environments are reserved, and others have reserved 75. */
export const lackNothing = (): void => {
  for (const service of Object.values(services)) service.reset();
  Object.assign(operator, { answer: soundApp, asked: [] });
  services.sts
    .on(GetCallerIdentityCommand)
    .resolves({ Account: accountId, Arn: `arn:aws:sts::${accountId}:assumed-role/Deployer/anna` });
  services.ssm.on(GetParameterCommand, { Name: '/cdk-bootstrap/hnb659fds/version' }).resolves({
    Parameter: { Value: '30' },
  });
  services.cloudFormation
    .on(DescribeStacksCommand, { StackName: 'swift-worker-staging' })
    .resolves({
      Stacks: [
        {
          StackName: 'swift-worker-staging',
          CreationTime: new Date(0),
          StackStatus: 'UPDATE_COMPLETE',
          Outputs: [{ OutputKey: 'OperatorFunctionUrl', OutputValue: 'https://operator.test/' }],
        },
      ],
    })
    .on(ListStackResourcesCommand)
    .resolves({
      StackResourceSummaries: [
        resource('Dispatcher', 'AWS::Lambda::Function', 'swift-worker-staging-Dispatcher-1'),
        resource('Connect', 'AWS::Lambda::Function', 'swift-worker-staging-Connect-1'),
      ],
      NextToken: 'more',
    })
    .on(ListStackResourcesCommand, { NextToken: 'more' })
    .resolves({
      StackResourceSummaries: [
        ...severities.map((severity) => resource(topicIds[severity], 'AWS::SNS::Topic', topicOf(severity))),
        resource('UserPool', 'AWS::Cognito::UserPool', 'eu-west-1_Pool'),
        resource('PlatformAppSecret', 'AWS::SecretsManager::Secret', 'arn:aws:secretsmanager:secret'),
      ],
    });
  runAtOnce(1000, 800);
  services.lambda
    .on(GetFunctionConcurrencyCommand, { FunctionName: 'swift-worker-staging-Dispatcher-1' })
    .resolves({ ReservedConcurrentExecutions: 100 })
    .on(GetFunctionConcurrencyCommand, { FunctionName: 'swift-worker-staging-Connect-1' })
    .resolves({ ReservedConcurrentExecutions: 57 });
  services.dynamodb
    .on(DescribeLimitsCommand)
    .resolves({ TableMaxReadCapacityUnits: 40_000, TableMaxWriteCapacityUnits: 40_000 });
  services.cognito
    .on(DescribeUserPoolCommand, { UserPoolId: 'eu-west-1_Pool' })
    .resolves({ UserPool: { EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' } } });
  services.ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true });
  lackNoValue();
  subscribed('arn:aws:sns:subscription');
  services.sns
    .on(ListSubscriptionsByTopicCommand, { TopicArn: topicOf('ticket') })
    .resolves({ Subscriptions: [{ Endpoint: team, Protocol: 'email', SubscriptionArn: 'arn:aws:sns:subscription' }] });
  services.secrets
    .on(DescribeSecretCommand, { SecretId: 'arn:aws:secretsmanager:secret' })
    .resolves({ VersionIdsToStages: { generated: ['AWSPREVIOUS'], put: ['AWSCURRENT'] } });
};

/** What the values of a stage with a domain, backups, a mail, a budget and a delivery name is there, as they say. */
const lackNoValue = (): void => {
  services.acm.on(DescribeCertificateCommand).resolves({
    Certificate: {
      Status: 'ISSUED',
      SubjectAlternativeNames: [
        'partner-api.test',
        '*.partner-api.test',
        'origin.api.partner-api.test',
        'connect.api.partner-api.test',
      ],
    },
  });
  services.route53
    .on(GetHostedZoneCommand)
    .resolves({ HostedZone: { Id: '/hostedzone/Z', Name: 'partner-api.test.', CallerReference: '1' } })
    .on(ListResourceRecordSetsCommand)
    .resolves({ ResourceRecordSets: [] });
  services.waf.on(ListAvailableManagedRuleGroupVersionsCommand).resolves({
    Versions: managedRuleGroups.flatMap(({ version }) => (version === undefined ? [] : [{ Name: version }])),
  });
  services.backup
    .on(DescribeRegionSettingsCommand)
    .resolves({ ResourceTypeOptInPreference: { DynamoDB: true }, ResourceTypeManagementPreference: { DynamoDB: true } })
    .on(ListBackupVaultsCommand)
    .resolves({ BackupVaultList: [] });
  services.kms.on(DescribeKeyCommand).rejects(new NoKey({ message: 'none', $metadata: {} }));
  services.ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
  services.costs.on(GetAnomalyMonitorsCommand).resolves({ AnomalyMonitors: [] });
  services.iam.on(GetOpenIDConnectProviderCommand).resolves({
    Tags: [
      { Key: 'service', Value: 'swift-worker' },
      { Key: 'stage', Value: 'staging' },
    ],
  });
};

/** What SNS knows of the one who hears of pages; null: nothing. */
export const subscribed = (subscriptionArn: string | null): void => {
  services.sns.on(ListSubscriptionsByTopicCommand, { TopicArn: topicOf('page') }).resolves({
    Subscriptions:
      subscriptionArn === null ? [] : [{ Endpoint: onCall, Protocol: 'email', SubscriptionArn: subscriptionArn }],
  });
};

/** How many functions the account may run at once, and how many of these are not reserved. */
export const runAtOnce = (limit: number, unreserved: number): void => {
  services.lambda
    .on(GetAccountSettingsCommand)
    .resolves({ AccountLimit: { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved } });
};

/** Nothing of the stage was ever deployed into the account. */
export const beNew = (): void => {
  lackNothing();
  services.cloudFormation.on(DescribeStacksCommand).rejects(noStack);
};

const askOperator = (command: string): Promise<{ readonly at: string; readonly app: AppFacts | null }> => {
  operator.asked.push(command);
  const { answer } = operator;
  if (answer instanceof Failure) return Promise.reject(answer);
  return Promise.resolve({ at: '2026-07-14T12:00:00.000Z', app: answer });
};

/** The items of the preflight of a stage. */
export const look = (of: DeployedStage = stage, at = now): Promise<readonly Item[]> =>
  preflight((region) => ({ ...openClients(region), operator: () => ({ run: askOperator }) }), of, [of, otherStage], at);
